import { stepKey, hearing } from '@toolthread/core/queries';
import type { Call, Step, ThreadState } from '@toolthread/core';
import { childOf } from './child-of.ts';
import { logBackwards } from './log-backwards.ts';

/** The scope's calls that we owe a result and that nothing has run for yet, in the order the model made them. */
export function openCalls(state: ThreadState, scope: string | undefined): readonly Call[] {
  const calls: Call[] = [];
  for (const [place] of state.calls.open.entries()) {
    const call = state.calls.byPlace.get(place);
    if (call === undefined || call.scope !== scope || !call.recorded || call.runs === 'provider') continue;
    const open = call.state.name === 'called' || call.state.name === 'waiting';
    // A child agent goes on after a crash like any run: the call that it belongs to has not ended.
    if (open || (call.state.name === 'running' && childOf(state, call) !== undefined)) calls.push(call);
  }
  return calls.sort((a, b) => a.step - b.step || a.part - b.part);
}

export function stepOf(state: ThreadState, scope: string | undefined, step: number): Step | undefined {
  return state.steps.get(stepKey(scope, step));
}

/** The newest step of the scope that still counts. */
export function lastStep(state: ThreadState, scope: string | undefined): Step | undefined {
  for (const entry of logBackwards(state)) {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === scope) return step;
  }
  return undefined;
}

/** The last event that the model had read when it gave this step. */
export function readUpTo(step: Step | undefined): number {
  return step?.builtFrom ?? step?.seq ?? 0;
}

/** Did somebody say something to this scope after event `seq`? What cannot wait leaves out what is queued for later. */
export function spokenSince(
  state: ThreadState,
  scope: string | undefined,
  seq: number,
  includes: 'everything' | 'what cannot wait',
): boolean {
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'step' && (state.steps.get(entry.step)?.seq ?? 0) <= seq) return false;
    if (entry.kind === 'status' && entry.status.seq <= seq) return false;
    if (entry.kind !== 'message') continue;
    if (entry.since <= seq) return false;
    if (hearing(scope, entry.message) !== 'addressed') continue;
    if (includes === 'everything' || entry.message.delivery !== 'followUp') return true;
  }
  return false;
}
