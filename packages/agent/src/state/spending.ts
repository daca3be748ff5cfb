/** What a run has cost, from the ledger alone. */
import { scopeKey } from '@toolthread/core';
import { costOf } from '@toolthread/core/summary';
import type { ThreadState, Usage } from '@toolthread/core';
import type { Price } from '@toolthread/core/summary';
import { usedTokens } from '@toolthread/core/context';
import type { AgentConfigured } from '@toolthread/core/events';
import { logBackwards } from './log-backwards.ts';

/** Undefined if the price is not known: such responses are counted apart, not as free. */
export type Prices = (model: { readonly provider: string; readonly model: string }) => Price | undefined;

export const unpriced: Prices = () => undefined;

export interface Spending {
  readonly tokens: number;
  readonly money: number;
  /** Responses whose price nobody knows. */
  readonly unpriced: number;
}

/** What one response took, and of whom. */
export interface Expense {
  readonly usage: Usage;
  readonly config: AgentConfigured | undefined;
}

/** What every response of the run took, its children's and its summaries' too. A new message does not reset it. */
export function expensesOf(state: ThreadState, scope: string | undefined, run: string): readonly Expense[] {
  const expenses: Expense[] = [];
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'compaction' && entry.compaction.run === run && entry.compaction.usage !== undefined) {
      const { usage, scope: summarised } = entry.compaction;
      expenses.push({ usage, config: state.scopes.get(scopeKey(summarised))?.config });
    }
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined) continue;
    if (step.run !== run && step.scope === scope) return expenses;
    if (step.run === run && step.end?.usage !== undefined)
      expenses.push({ usage: step.end.usage, config: step.config });
  }
  return expenses;
}

/** `spendingOf(expenses, () => ({ input: 3, output: 15 })).money` */
export function spendingOf(expenses: readonly Expense[], prices: Prices): Spending {
  let [tokens, money, unpriced] = [0, 0, 0];
  for (const { usage, config } of expenses) {
    tokens += usedTokens(usage);
    const price = priceOf(config, prices);
    if (price === undefined) {
      unpriced += 1;
      continue;
    }
    money += costOf(usage, price);
  }
  return { tokens, money, unpriced };
}

/** A function that throws, or gives no finite number, does not know the price. */
function priceOf(config: AgentConfigured | undefined, prices: Prices): Price | undefined {
  if (config === undefined) return undefined;
  try {
    const price = prices({ provider: config.provider, model: config.model });
    return price !== undefined && Object.values(price).every(Number.isFinite) ? price : undefined;
  } catch {
    return undefined;
  }
}
