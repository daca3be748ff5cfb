import type { ThreadState } from '../ledger/thread-state.ts';
import type { WorkedSpans } from './work-clock.ts';
import { workedSpans } from './worked-spans.ts';

/**
 * How long a thread worked, wherever that is said: as long as its runs. Of an import, and where no run is recorded, as `workedSpans` tells it.
 *
 * @example
 * workedMs(exampleState); //=> 0
 */
export function workedMs(state: ThreadState): number {
  return workedOf(state, workedSpans);
}

/** `spans`: what tells of the work where the runs do not. */
export function workedOf(state: ThreadState, spans: (state: ThreadState) => WorkedSpans): number {
  if (countsRuns(state)) return state.work.ms;
  return spans(state).worked.reduce((sum, [from, to]) => sum + to - from, 0);
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
