import type { CallResult } from '../ledger/call.ts';
import type { Failure } from '../ledger/content-part.ts';
import { english } from './language/english.ts';
import type { Language } from './language/language.ts';

/**
 * Why a call has no good result: what was recorded, or in our words what the fold found out.
 *
 * @example
 * import { callResult } from '@toolthread/core';
 * import { findCall } from '@toolthread/core/queries';
 * const call = findCall(exampleState, { step: 1, call: 'c2' }, 'settled');
 * const result = call && callResult(call);
 * result && callError(result)?.message; //=> 'Exit code 1'
 */
export function callError(result: CallResult, { say }: Language = english): Failure | undefined {
  switch (result.by) {
    case 'result':
      return result.error;
    case 'thread-closed':
      return { message: say('No result was recorded.') };
    case 'arguments-cut':
      return { message: say('The arguments were cut off.') };
    default:
      return result.by satisfies never;
  }
}
