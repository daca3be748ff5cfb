/** What is true of a thread as a whole, in one pass over it. */
import { callStatus } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';

export interface ThreadFacts {
  readonly calls: number;
  readonly failed: number;
  /** Written by the model. */
  readonly tokens: number;
  /** Time worked: a pause longer than five minutes counts as five minutes. */
  readonly workedMs: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

const LONGEST_GAP_MS = 5 * 60_000;

export function threadFacts(state: ThreadState, events: readonly LedgerEvent[]): ThreadFacts {
  let calls = 0;
  let failed = 0;
  for (const [, call] of state.calls.byPlace.entries()) {
    calls += 1;
    if (callStatus(call) === 'failed') failed += 1;
  }
  let tokens = 0;
  for (const [, step] of state.steps.entries()) tokens += step.end?.usage?.output_tokens ?? 0;
  return { calls, failed, tokens, ...timeOf(events) };
}

/** By the times alone, whatever order they stand in: records are written late, and one clock is wrong for a while. */
function timeOf(events: readonly LedgerEvent[]): Pick<ThreadFacts, 'workedMs' | 'startedAt' | 'endedAt'> {
  // Not every file says when things happened.
  const times = Float64Array.from(events.filter(({ at }) => at !== 0).map(({ at }) => at)).sort();
  let workedMs = 0;
  for (let next = 1; next < times.length; next += 1)
    workedMs += Math.min(LONGEST_GAP_MS, (times[next] ?? 0) - (times[next - 1] ?? 0));
  return { workedMs, startedAt: times[0], endedAt: times.at(-1) };
}
