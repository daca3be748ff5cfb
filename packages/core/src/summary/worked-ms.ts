import type { ThreadState } from '../ledger/thread-state.ts';
import { workedSpans } from './worked-spans.ts';

/**
 * How long a thread worked, wherever that is said: as long as its runs. Of an import, and where no run is recorded, as `workedSpans` tells it.
 *
 * @example
 * workedMs(exampleState); //=> 0
 */
export function workedMs(state: ThreadState): number {
  if (countsRuns(state)) return state.work.ms;
  return workedSpans(state).worked.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Whether the runs of a thread tell how long it worked. */
export function countsRuns({
  source,
  work,
}: {
  readonly source: unknown;
  readonly work: ThreadState['work'];
}): boolean {
  return source === undefined && work.ms > 0;
}
