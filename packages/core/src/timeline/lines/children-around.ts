import { callResult } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import type { Child } from '../item.ts';

/** The child runs of a call, around its result and its end. */
export interface ChildrenAround {
  /** Between the call and the words of its result. */
  readonly above: readonly Child[];
  /** Between those words and the end, where the end was told later: a run in the background. */
  readonly between: readonly Child[];
  readonly below: readonly Child[];
}

/**
 * What came later is never drawn above: a child run is between its call and the result, unless it began when the result was there. Where one
 * is between, the result is not on the call's own line.
 *
 * @example
 * childrenAround(exampleCall, []); //=> { above: [], between: [], below: [] }
 */
export function childrenAround(call: Call, children: readonly Child[]): ChildrenAround {
  const result = callResult(call);
  const end = result?.at ?? Infinity;
  const words = result?.wordsAt ?? end;
  return {
    above: children.filter(({ at }) => at <= words),
    between: children.filter(({ at }) => at > words && at <= end),
    below: children.filter(({ at }) => at > words && at > end),
  };
}
