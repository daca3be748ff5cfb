import type { ThreadState } from '../ledger/thread-state.ts';
import type { WorkedSpans } from './work-clock.ts';
import { workedSpans } from './worked-spans.ts';

/**
 * How long a thread worked, wherever that is said: as long as its runs. Of an import, where no run is recorded, and of what a fork of an import continues, as `workedSpans` tells it.
 *
 * @example
 * workedMs(exampleState); //=> 0
 */
export function workedMs(state: ThreadState): number {
  return workedOf(state, workedSpans);
}

/** `spans`: what tells of the work where the runs do not. A fork of an import has worked as long as what it continues, and its own runs beside that. */
export function workedOf(state: ThreadState, spans: (state: ThreadState) => WorkedSpans): number {
  if (!countsRuns(state)) return workedUntil(spans(state), Infinity);
  return state.work.ms + (state.account.records > 0 ? workedUntil(spans(state), firstRunAt(state)) : 0);
}

function workedUntil({ worked }: WorkedSpans, end: number): number {
  return worked.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - from), 0);
}

function firstRunAt({ log }: ThreadState): number {
  for (const entry of log) {
    if (entry.kind !== 'status') continue;
    const { status, scope, at } = entry.status;
    if (status === 'running' && scope === undefined) return at;
  }
  return 0;
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
