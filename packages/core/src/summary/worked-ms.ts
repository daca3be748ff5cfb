import type { ThreadState } from '../ledger/thread-state.ts';
import { seenMs } from '../ledger/work/seen-work.ts';
import { workUntil } from '../ledger/work/work-time.ts';

/**
 * How long a thread worked, wherever that is said: as long as its runs. Of an import, where no run is recorded, by the times of all that is. A fork of an import has worked
 * as long as what it continues, and its own runs beside that. `now`: with what a run has worked since the last event.
 *
 * @example
 * workedMs(exampleState); //=> 0
 */
export function workedMs(state: ThreadState, now = 0): number {
  const { source, account, seen } = state;
  const work = workUntil(state.work, now, seen.running);
  if (!countsRuns({ source, work })) return seenMs(seen, Infinity);
  return work.ms + (account.records > 0 ? seenMs(seen, work.began ?? 0) : 0);
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
