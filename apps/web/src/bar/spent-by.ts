import { usageSum } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { Price, ThreadFigures, UsageRow, UsageSum } from '@toolthread/core/summary';
import { contextFill } from '@toolthread/core/context';
import type { ContextFill } from '@toolthread/core/context';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { costText } from '../usage/cost-text.ts';

/** What one model took; without a name where nothing names it. */
export interface SpentBy {
  readonly model: string | undefined;
  readonly rows: readonly UsageRow[];
}

/** The tokens of a thread by model, by the same rule as `toolthread usage`. */
export function spentBy({ spent }: Pick<ThreadFigures, 'spent'>): readonly SpentBy[] {
  return spent.map((row) => ({ model: row.model, rows: [row] }));
}

/** All of them together. */
export function spentSum(spent: readonly SpentBy[], prices: ReadonlyMap<string, Price | undefined>): UsageSum {
  return usageSum(
    spent.flatMap(({ rows }) => rows),
    (model) => prices.get(model),
  );
}

/** `34% of the window · $0.12`; what nobody knows is not said, but that a price is not known is. What a fork copied was paid in its origin, and counts there. */
export function spentText(
  state: ThreadState,
  totals: Pick<ThreadFigures, 'spent'>,
  prices: ReadonlyMap<string, Price | undefined> | undefined,
  language: PageLanguage,
): string {
  const { say } = language;
  const fill = contextFill(state, undefined);
  const share = fill && shareOf(fill);
  const sum = prices && spentSum(spentBy(totals), prices);
  const isPaid = sum !== undefined && sum.cost + sum.unpriced_tokens > 0;
  const cost = sum && (sum.cost === 0 && sum.unpriced_tokens > 0 ? say('cost unknown') : costText(sum, language));
  return [
    ...(share === undefined ? [] : [say('{n}% of the window', { n: share })]),
    ...(!isPaid || cost === undefined
      ? []
      : [state.origin === undefined ? cost : say('{cost} since the fork', { cost })]),
  ].join(' · ');
}

/** In percent, and `<1` for a little; undefined if nobody knows how large the window is. */
export function shareOf({ tokens, window }: ContextFill): number | string | undefined {
  if (window === undefined) return undefined;
  return tokens > 0 && tokens < window / 100 ? '<1' : Math.round((100 * tokens) / window);
}
