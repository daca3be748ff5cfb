import { callResult } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import type { Child } from '../item.ts';

/** The child runs of a call, on either side of its result. */
export interface ChildrenAround {
  readonly above: readonly Child[];
  readonly below: readonly Child[];
}

/**
 * What came later is never drawn above: a child run is between its call and the result, unless it began when the result was there. Where one
 * is between, the result is not on the call's own line.
 *
 * @example
 * childrenAround(exampleCall, []); //=> { above: [], below: [] }
 */
export function childrenAround(call: Call, children: readonly Child[]): ChildrenAround {
  const since = callResult(call)?.at ?? Infinity;
  return { above: children.filter(({ at }) => at <= since), below: children.filter(({ at }) => at > since) };
}
