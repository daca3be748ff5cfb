import type { CallResult } from '../ledger/call.ts';
import type { Failure } from '../ledger/content-part.ts';

/** Why a call has no good result: what was recorded, or in our words what the fold found out. `callError(result)?.message` */
export function callError(result: CallResult): Failure | undefined {
  switch (result.by) {
    case 'result':
      return result.error;
    case 'thread-closed':
      return { message: 'No result was recorded.' };
    case 'arguments-cut':
      return { message: 'The arguments were cut off; nothing ran.' };
    default:
      return result.by satisfies never;
  }
}
