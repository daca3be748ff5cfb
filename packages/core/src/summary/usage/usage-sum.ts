import { costOf } from './price.ts';
import type { Price } from './price.ts';
import { USAGE_COUNTS } from './usage-rows.ts';
import type { UsageCount, UsageRow } from './usage-rows.ts';

/** Rows together. */
export interface UsageSum extends Readonly<Record<UsageCount, number>> {
  /** The cost of the tokens whose price is known. */
  readonly cost: number;
  /** Tokens without a known price: they are not in the cost. */
  readonly unpriced_tokens: number;
}

/**
 * The sum of rows, and what they cost. The sums of any groups of rows add up to the sum of all.
 *
 * @example
 * const rows = [{ at: 1, model: 'm-1', input_tokens: 2_000_000 }, { at: 2, model: 'm-2', output_tokens: 7 }];
 * const sum = usageSum(rows, (model) => (model === 'm-1' ? { input: 3, output: 15 } : undefined));
 * sum.cost; //=> 6
 * sum.unpriced_tokens; //=> 7
 */
export function usageSum(rows: Iterable<UsageRow>, priceOf: (model: string) => Price | undefined): UsageSum {
  const sum = {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    calls: 0,
    failed: 0,
    worked_ms: 0,
    waited_ms: 0,
    cost: 0,
    unpriced_tokens: 0,
  };
  for (const row of rows) {
    for (const count of USAGE_COUNTS) sum[count] += row[count] ?? 0;
    const { input_tokens = 0, output_tokens = 0, cache_read_tokens = 0, cache_write_tokens = 0 } = row;
    const price = row.model === undefined ? undefined : priceOf(row.model);
    if (price === undefined)
      sum.unpriced_tokens += input_tokens + output_tokens + cache_read_tokens + cache_write_tokens;
    else sum.cost += costOf({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }, price);
  }
  return sum;
}
