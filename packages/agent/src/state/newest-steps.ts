import { HUMAN } from '@toolthread/core';
import { hearing } from '@toolthread/core/queries';
import type { Step, ThreadState } from '@toolthread/core';
import { logBackwards } from './log-backwards.ts';

/** The steps of this run since a person spoke, the newest first: the limits count again from what a person says. */
export function newestSteps(state: ThreadState, scope: string | undefined, run: string): readonly Step[] {
  const steps: Step[] = [];
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'message' && entry.message.author === HUMAN && hearing(scope, entry.message) === 'addressed')
      return steps;
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope) continue;
    if (step.run !== run) return steps;
    steps.push(step);
  }
  return steps;
}
