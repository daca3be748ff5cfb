import type { Call } from '../ledger/call.ts';
import { stepsTakenBack } from '../ledger/queries/steps-taken-back.ts';
import type { Step, ThreadState } from '../ledger/thread-state.ts';
import { WorkClock } from './work-clock.ts';
import type { WorkedSpans } from './work-clock.ts';

/**
 * When there was work in a thread, from what is known of it.
 *
 * @example
 * workedSpans(exampleState).waited; //=> []
 */
export function workedSpans(state: ThreadState): WorkedSpans {
  const clock = new WorkClock();
  for (const entry of state.log) {
    if (entry.kind === 'message') clock.saw(entry.message.at);
    else if (entry.kind === 'status') clock.saw(entry.status.at);
    else if (entry.kind === 'compaction') clock.saw(entry.compaction.at);
  }
  for (const [, step] of state.steps.entries()) sawStep(clock, step);
  for (const [, { openedAt, settled }] of state.requests.entries()) {
    clock.saw(openedAt);
    if (settled === undefined) continue;
    clock.saw(settled.at);
    clock.waited(openedAt, settled.at);
  }
  for (const [, call] of state.calls.byPlace.entries()) sawCall(clock, call);
  // What was rewound took its time.
  for (const { step, calls } of stepsTakenBack(state)) {
    sawStep(clock, step);
    for (const call of calls) sawCall(clock, call);
  }
  return clock.spans();
}

function sawStep(clock: WorkClock, { startedAt, end }: Step): void {
  clock.saw(startedAt);
  if (end !== undefined) clock.saw(end.at);
}

function sawCall(clock: WorkClock, { calledAt, startedAt, request, state }: Call): void {
  clock.saw(calledAt);
  if (state.name !== 'settled' || state.result.by !== 'result') return;
  clock.saw(state.result.at);
  if (request === undefined) clock.ran(startedAt, state.result.at, state.result.durationMs);
}
