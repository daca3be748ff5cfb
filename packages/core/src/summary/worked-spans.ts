import type { Call } from '../ledger/call.ts';
import { stepsTakenBack } from '../ledger/queries/steps-taken-back.ts';
import type { Step, ThreadState } from '../ledger/thread-state.ts';
import { clockSpans, NEW_CLOCK, ran, saw, waited } from './work-clock.ts';
import type { WorkClock, WorkedSpans } from './work-clock.ts';

/**
 * When there was work in a thread, from what is known of it.
 *
 * @example
 * workedSpans(exampleState).waited; //=> []
 */
export function workedSpans(state: ThreadState): WorkedSpans {
  let clock = NEW_CLOCK;
  for (const entry of state.log) {
    if (entry.kind === 'message') clock = saw(clock, entry.message.at);
    else if (entry.kind === 'status') clock = saw(clock, entry.status.at);
    else if (entry.kind === 'compaction') clock = saw(clock, entry.compaction.at);
  }
  for (const [, step] of state.steps.entries()) clock = sawStep(clock, step);
  for (const [, { openedAt, settled }] of state.requests.entries()) {
    clock = saw(clock, openedAt);
    if (settled !== undefined) clock = waited(saw(clock, settled.at), openedAt, settled.at);
  }
  for (const [, call] of state.calls.byPlace.entries()) clock = sawCall(clock, call);
  // What was rewound took its time.
  for (const { step, calls } of stepsTakenBack(state)) clock = calls.reduce(sawCall, sawStep(clock, step));
  return clockSpans(clock);
}

function sawStep(clock: WorkClock, { startedAt, end }: Step): WorkClock {
  return saw(saw(clock, startedAt), end?.at ?? 0);
}

function sawCall(clock: WorkClock, { calledAt, startedAt, request, state }: Call): WorkClock {
  const called = saw(saw(clock, calledAt), startedAt ?? 0);
  if (state.name !== 'settled' || state.result.by !== 'result') return called;
  const { at, durationMs } = state.result;
  return request === undefined ? ran(saw(called, at), startedAt, at, durationMs) : saw(called, at);
}
