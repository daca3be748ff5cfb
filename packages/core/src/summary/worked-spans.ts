import { isPersonsWord } from '../ledger/queries/hearing.ts';
import type { Call } from '../ledger/call.ts';
import { stepsTakenBack } from '../ledger/queries/steps-taken-back.ts';
import type { Step, ThreadState } from '../ledger/thread-state.ts';
import { isAtWork } from '../ledger/scope-kind.ts';
import { clockSpans, NEW_CLOCK, ran, rested, saw, waited } from './work-clock.ts';
import type { WorkClock, WorkedSpans } from './work-clock.ts';

/**
 * When there was work in a thread, from what is known of it.
 *
 * @example
 * workedSpans(exampleState).waited; //=> []
 */
export function workedSpans(state: ThreadState): WorkedSpans {
  let clock = NEW_CLOCK;
  // Since when the last turn is over; undefined where nothing says so.
  let over: number | undefined;
  for (const entry of state.log) {
    if (entry.kind === 'message') {
      const { at } = entry.message;
      clock = saw(clock, at);
      if (!isPersonsWord(entry.message) || over === undefined || at <= over) continue;
      clock = rested(clock, over, at);
      over = undefined;
    } else if (entry.kind === 'status') {
      const { scope, status, at } = entry.status;
      clock = saw(clock, at);
      if (scope === undefined) over = isAtWork(status) ? undefined : at;
    } else if (entry.kind === 'compaction') {
      clock = saw(clock, entry.compaction.at);
      if (entry.compaction.scope === undefined) over = undefined;
    } else if (entry.kind === 'step') {
      const step = state.steps.get(entry.step);
      if (step?.scope === undefined) over = step?.end?.reason === 'stop' ? step.end.at : undefined;
    }
  }
  for (const [, step] of state.steps.entries()) clock = sawStep(clock, step, step.scope !== undefined);
  for (const [, { openedAt, settled }] of state.requests.entries()) {
    clock = saw(clock, openedAt);
    if (settled !== undefined) clock = waited(saw(clock, settled.at), openedAt, settled.at);
  }
  for (const [, call] of state.calls.byPlace.entries()) clock = sawCall(clock, call);
  // What was rewound took its time.
  for (const { step, calls } of stepsTakenBack(state)) clock = calls.reduce(sawCall, sawStep(clock, step, true));
  return clockSpans(clock);
}

/** `isAside`: it is not of the turns that follow each other, and may have worked between them. */
function sawStep(clock: WorkClock, { startedAt, end }: Step, isAside: boolean): WorkClock {
  const seen = saw(saw(clock, startedAt), end?.at ?? 0);
  return isAside && end !== undefined ? ran(seen, startedAt, end.at, undefined) : seen;
}

function sawCall(clock: WorkClock, { calledAt, startedAt, request, state }: Call): WorkClock {
  const called = saw(saw(clock, calledAt), startedAt ?? 0);
  if (state.name !== 'settled' || state.result.by !== 'result') return called;
  const { at, durationMs } = state.result;
  return request === undefined ? ran(saw(called, at), startedAt, at, durationMs) : saw(called, at);
}
