import type { ThreadState } from '../ledger/thread-state.ts';
import { seenTimes } from '../ledger/work/seen-work.ts';

/**
 * When the first and the last thing was said or done in a thread, in milliseconds since 1970; undefined if nothing says when.
 *
 * @example
 * seenBetween(exampleState); //=> undefined
 */
export function seenBetween({ seen }: Pick<ThreadState, 'seen'>): readonly [from: number, to: number] | undefined {
  return seenTimes(seen);
}
