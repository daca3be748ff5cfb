import type { AgentStatus } from '../../ledger/ledger-event.ts';
import { reasonByStatus, unrecordedEnd } from '../../ledger/fold/unrecorded-end.ts';
import type { Step } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import type { TimelineState } from '../item.ts';
import { placeStepEnd } from './place-words.ts';

/** [L4] A run that is over says no more: what a step said that nobody ended is what was heard of its answer. Should its end still come, that counts. */
export function settleOpenSteps({ timeline, state }: Drawing, status: AgentStatus): TimelineState {
  const reason = reasonByStatus(status.status);
  let settled = timeline;
  if (reason === undefined || state.openSteps.size === 0) return settled;
  for (const [key] of state.openSteps.entries()) {
    const step = state.steps.get(key);
    if (step === undefined || !isOf(status, step)) continue;
    const end = unrecordedEnd(reason, status.at);
    settled = placeStepEnd({ timeline: settled, state }, { ...step, end }, end);
  }
  return settled;
}

function isOf({ scope, run }: AgentStatus, step: Step): boolean {
  return step.scope === scope && (run === undefined || step.run === undefined || step.run === run);
}
