import { hearing, HUMAN, scopeKey } from '@toolthread/core';
import type { Step, ThreadState } from '@toolthread/core';
import type { Expense } from './spending.ts';

/** The steps of this run since a person spoke, the newest first: whoever speaks gives the run new breath. */
export function newestSteps(state: ThreadState, scope: string | undefined, run: string): readonly Step[] {
  const steps: Step[] = [];
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'message' && entry.message.author === HUMAN && hearing(scope, entry.message) === 'addressed')
      return steps;
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope) continue;
    if (step.run !== run) return steps;
    steps.push(step);
  }
  return steps;
}

/** What every response of the run took, its children's and its summaries' too. What was spent is not given back by speaking. */
export function expensesOf(state: ThreadState, scope: string | undefined, run: string): readonly Expense[] {
  const expenses: Expense[] = [];
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'compaction' && entry.compaction.run === run && entry.compaction.usage !== undefined) {
      const { usage, scope: summarised } = entry.compaction;
      expenses.push({ usage, config: state.scopes.get(scopeKey(summarised))?.config });
    }
    const step = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined) continue;
    if (step.run !== run && step.scope === scope) return expenses;
    if (step.run === run && step.end?.usage !== undefined)
      expenses.push({ usage: step.end.usage, config: step.config });
  }
  return expenses;
}
