import { HUMAN } from '@toolthread/core';
import type { Step, ThreadState } from '@toolthread/core';
import { isSpokenTo } from './open-calls.ts';

/** The steps of this run since a person spoke, the newest first: whoever speaks gives the run new breath. */
export function newestSteps(state: ThreadState, scope: string | undefined, run: string): readonly Step[] {
  const steps: Step[] = [];
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'message' && entry.message.author === HUMAN && isSpokenTo(scope, entry.message)) return steps;
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope) continue;
    if (step.run !== run) return steps;
    steps.push(step);
  }
  return steps;
}

/** Every step of the run, those of its children too, the newest first. What was spent is not given back by speaking. */
export function stepsOfRun(state: ThreadState, scope: string | undefined, run: string): readonly Step[] {
  const steps: Step[] = [];
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined) continue;
    if (step.run === run) steps.push(step);
    else if (step.scope === scope) return steps;
  }
  return steps;
}
