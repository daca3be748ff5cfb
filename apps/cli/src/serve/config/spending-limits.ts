import type { SpendingLimits } from '@toolthread/store';

export interface SpendingValues {
  readonly 'tokens-by-day'?: string | undefined;
  readonly 'cost-by-day'?: string | undefined;
}

/** What a person may use in a day, as options say it; or why they do not. `spendingLimits({ 'tokens-by-day': '200000' })` */
export function spendingLimits(values: SpendingValues): SpendingLimits | { readonly reason: string } {
  const { 'tokens-by-day': tokens, 'cost-by-day': cost } = values;
  if (tokens !== undefined && !/^\d{1,12}$/.test(tokens))
    return { reason: `--tokens-by-day needs a number of tokens, not "${tokens}".` };
  if (cost !== undefined && !/^\d{1,9}(?:\.\d{1,6})?$/.test(cost))
    return { reason: `--cost-by-day needs an amount like 5 or 2.50, not "${cost}".` };
  return {
    ...(tokens === undefined ? {} : { tokens: Number(tokens) }),
    ...(cost === undefined ? {} : { cost: Number(cost) }),
  };
}
