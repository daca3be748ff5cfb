import { HUMAN, stepKey } from '@toolthread/core';
import type { Call, MessagePosted, Step, ThreadState } from '@toolthread/core';

/** The scope's calls that we owe a result and that nothing has run for yet, in the order the model made them. */
export function openCalls(state: ThreadState, scope: string | undefined): readonly Call[] {
  const calls: Call[] = [];
  for (const [place] of state.calls.open.entries()) {
    const call = state.calls.byPlace.get(place);
    if (call === undefined || call.scope !== scope || !call.recorded || call.runs === 'provider') continue;
    if (call.state.name === 'called' || call.state.name === 'waiting') calls.push(call);
  }
  return calls.sort((a, b) => a.step - b.step || a.part - b.part);
}

export function stepOf(state: ThreadState, scope: string | undefined, step: number): Step | undefined {
  return state.steps.get(stepKey(scope, step));
}

/** The newest step of the scope that still counts. */
export function lastStep(state: ThreadState, scope: string | undefined): Step | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step !== undefined && step.scope === scope) return step;
  }
  return undefined;
}

/** The last event that the model had read when it gave this step. */
export function readUpTo(step: Step | undefined): number {
  return step?.builtFrom ?? step?.seq ?? 0;
}

/** Did a person say something to this scope after event `seq`? What is queued for later interrupts nothing. */
export function spokenSince(
  state: ThreadState,
  scope: string | undefined,
  seq: number,
  includes: 'everything' | 'what cannot wait',
): boolean {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'step' && (state.steps.get(entry.step)?.seq ?? 0) <= seq) return false;
    if (entry?.kind === 'status' && entry.status.seq <= seq) return false;
    if (entry?.kind !== 'message') continue;
    const { message } = entry;
    if (message.seq <= seq) return false;
    if (!isSpokenTo(scope, message)) continue;
    if (includes === 'everything' || message.delivery !== 'followUp') return true;
  }
  return false;
}

/** A person's word to this scope. What is said to all reaches everyone but a child run, which hears only its own. */
export function isSpokenTo(scope: string | undefined, message: MessagePosted): boolean {
  if (message.author !== HUMAN) return false;
  if (message.scope !== undefined) return message.scope === scope;
  return scope?.startsWith('child:') !== true;
}
