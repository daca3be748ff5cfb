import type { ThreadState } from '../ledger/thread-state.ts';
import type { Span } from '../ledger/work/spans.ts';
import { clockSpans } from '../ledger/work/work-clock.ts';

/**
 * How long a thread worked, wherever that is said: as long as its runs. Of an import, where no run is recorded, by the times of all that is. A fork of an import has worked
 * as long as what it continues, and its own runs beside that.
 *
 * @example
 * workedMs(exampleState); //=> 0
 */
export function workedMs(state: ThreadState): number {
  const { work, account } = state;
  if (!countsRuns(state)) return lengthOf(seenIn(state));
  return work.ms + (account.records > 0 ? lengthOf(until(work.began ?? 0, seenIn(state))) : 0);
}

function seenIn({ seen }: ThreadState): readonly Span[] {
  return clockSpans(seen.clock).worked;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** What of spans is before a time. */
export function until(end: number, spans: readonly Span[]): readonly Span[] {
  return spans.flatMap(([from, to]): readonly Span[] => (from < end ? [[from, Math.min(to, end)]] : []));
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
