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

function timeOf(events: readonly LedgerEvent[]): Pick<ThreadFacts, 'workedMs' | 'startedAt' | 'endedAt'> {
  let workedMs = 0;
  let startedAt: number | undefined;
  let endedAt: number | undefined;
  for (const { at } of events) {
    // Not every file says when things happened.
    if (at === 0) continue;
    startedAt = Math.min(startedAt ?? at, at);
    if (endedAt !== undefined && at > endedAt) workedMs += Math.min(LONGEST_GAP_MS, at - endedAt);
    endedAt = Math.max(endedAt ?? at, at);
  }
  return { workedMs, startedAt, endedAt };
}
