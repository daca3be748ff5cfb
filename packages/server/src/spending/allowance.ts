import { type Price, usageSum } from '@toolthread/core/summary';
import { usedTokens } from '@toolthread/core/context';
import { dollars, countOf } from '@toolthread/core/text';
import { dayOf, type Ledger, type Result, type SpendingLimits } from '@toolthread/store';

/** How much people may use in a day. */
export interface SpendingOptions {
  /** For each for whom nothing else was set; without a limit, as much as they like. */
  readonly limits: SpendingLimits;
  /** Undefined if nobody knows it: then its tokens are in no cost. */
  readonly priceOf: (model: string) => Price | undefined;
}

/** What somebody has used today, and what they may. */
export interface Allowance {
  readonly tokens: number;
  /** Of the tokens whose price is known, in US dollars. */
  readonly cost: number;
  readonly unpricedTokens: number;
  readonly limits: SpendingLimits;
  /** When the next day begins, in milliseconds since 1970. */
  readonly freeAt: number;
}

const DAY_MS = 86_400_000;

/** `await allowanceOf(ledger, options, 'Ada', Date.now())`: on all nodes together. */
export async function allowanceOf(
  { spent }: Pick<Ledger, 'spent'>,
  { limits, priceOf }: SpendingOptions,
  person: string,
  now: number,
): Promise<Result<Allowance>> {
  const day = dayOf(now);
  const [rows, own] = await Promise.all([spent.of(person, day), spent.limits(person)]);
  if (!rows.ok) return rows;
  if (!own.ok) return own;
  const { cost, unpriced_tokens: unpricedTokens } = usageSum(rows.value, priceOf);
  const tokens = rows.value.reduce((sum, row) => sum + usedTokens({ input_tokens: 0, output_tokens: 0, ...row }), 0);
  const value = { tokens, cost, unpricedTokens, limits: { ...limits, ...own.value }, freeAt: (day + 1) * DAY_MS };
  return { ok: true, value };
}

/**
 * Why no request may be made now, as a message. What is under way is not cut off: it may go over by a response. `person`: whose limit it is, where several
 * have asked.
 */
export function limitWords({ tokens, cost, limits }: Allowance, person?: string): string | undefined {
  const whose = person === undefined ? 'The limit' : `The limit of ${person}`;
  if (limits.tokens !== undefined && tokens >= limits.tokens)
    return `${whose} of ${countOf(limits.tokens, 'token')} for today is used; ${FREE_AGAIN}`;
  if (limits.cost !== undefined && cost >= limits.cost)
    return `${whose} of ${dollars(limits.cost)} for today is used; ${FREE_AGAIN}`;
  return undefined;
}

const FREE_AGAIN = 'it is free again at 00:00 UTC.';
