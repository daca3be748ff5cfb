import { openRunId } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { personAsking } from '../runs/people/person-asking.ts';
import type { Runner } from '../runs/runner.ts';
import { limitWords } from './allowance.ts';

/** Why this person may not ask a model for anything now; undefined if they may. `await spendingRefusal(runner, 'Ada')` */
export async function spendingRefusal(runner: Pick<Runner, 'allowance'>, person: string): Promise<Problem | undefined> {
  const known = await runner.allowance(person);
  if (known === undefined) return undefined;
  if (!known.ok) return ledgerProblem(known.error);
  const over = limitWords(known.value);
  return over === undefined ? undefined : problem(429, 'spending_limit', over);
}

/**
 * The same for words. If nobody is at work in the thread, they are always taken: the run that they begin says why it ends. But whoever is over
 * their limit does not write into the run of somebody else, who would pay for it.
 */
export async function wordsRefusal(
  { ledger, runner }: { readonly ledger: Pick<Ledger, 'state'>; readonly runner: Pick<Runner, 'allowance'> },
  thread: string,
  by: string,
  messages: readonly { readonly client_id?: string }[],
): Promise<Problem | undefined> {
  const over = await spendingRefusal(runner, by);
  if (over === undefined) return undefined;
  const state = await ledger.state(thread);
  if (!state.ok) return ledgerProblem(state.error);
  const { agent, posted } = state.value;
  const isOfAnother = openRunId(state.value) !== undefined && personAsking(state.value) !== by;
  // What was acknowledged and is sent again is acknowledged again.
  const isKnown = messages.every(({ client_id: id }) => id !== undefined && posted.has(id));
  return agent === 'here' && isOfAnother && !isKnown ? over : undefined;
}
