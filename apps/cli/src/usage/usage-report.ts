/** What was used, by one thing: what `toolthread usage --json` prints. */
import { usageSum } from '@toolthread/core/summary';
import type { Price, UsageRow, UsageSum } from '@toolthread/core/summary';
import { usedTokens } from '@toolthread/core/context';
import type { Session } from '../sessions/kept-summaries.ts';
import { priceOf } from './read-prices.ts';
import type { PriceList } from './read-prices.ts';
import { nameIn, usedRows } from './used-rows.ts';
import type { Grouping, UsedRow } from './used-rows.ts';

interface NamedSum extends UsageSum {
  /** Null if nothing names it. */
  readonly name: string | null;
}

export interface UsageReport {
  readonly by: Grouping;
  readonly prices: readonly Pick<PriceList, 'file' | 'date'>[];
  readonly groups: readonly NamedSum[];
  readonly total: UsageSum;
  /** Those whose price no list has. */
  readonly unpriced: readonly { readonly model: string | null; readonly tokens: number }[];
  /** What was left out because nothing says when it was, and days were asked for. */
  readonly undated: UsageSum;
}

interface Asked {
  readonly by: Grouping;
  /** Days, the last one with it; empty for any. */
  readonly since: string;
  readonly until: string;
  readonly lists: readonly PriceList[];
}

export function usageReport(sessions: Iterable<Session>, { by, since, until, lists }: Asked): UsageReport {
  const price = pricesIn(lists);
  const used: UsedRow[] = [];
  const undated: UsageRow[] = [];
  for (const each of usedRows(sessions)) {
    if (each.day === '' && since + until !== '') undated.push(each.row);
    else if (each.day >= since && (until === '' || each.day <= until)) used.push(each);
  }
  const sums = (rows: readonly UsedRow[], grouping: Grouping): NamedSum[] =>
    Array.from(
      Map.groupBy(rows, (each) => nameIn(grouping, each)),
      ([name, inside]) => ({
        name: name === '' ? null : name,
        ...usageSum(
          inside.map(({ row }) => row),
          price,
        ),
      }),
    );
  const priceless = used.filter(({ row: { model } }) => model === undefined || price(model) === undefined);
  return {
    by,
    prices: lists.map(({ file, date }) => ({ file, date })),
    groups: sums(
      used.filter(({ row }) => COUNTED[by](row)),
      by,
    ).sort(by === 'day' ? byName : byWeight),
    total: usageSum(
      used.map(({ row }) => row),
      price,
    ),
    unpriced: sums(priceless, 'model')
      .map(({ name, unpriced_tokens }) => ({ model: name, tokens: unpriced_tokens }))
      .filter(({ tokens }) => tokens > 0)
      .sort((a, b) => b.tokens - a.tokens),
    undated: usageSum(undated, price),
  };
}

/** Looked up once for each model, not for each response. */
function pricesIn(lists: readonly PriceList[]): (model: string) => Price | undefined {
  const known = new Map<string, Price | undefined>();
  return (model) => {
    if (!known.has(model)) known.set(model, priceOf(lists, model));
    return known.get(model);
  };
}

/** Which rows a grouping is made of: tokens are no tool's, and time is no model's. */
const COUNTED: { readonly [by in Grouping]: (row: UsageRow) => boolean } = {
  day: () => true,
  project: () => true,
  agent: () => true,
  model: ({ worked_ms, waited_ms }) => worked_ms === undefined && waited_ms === undefined,
  tool: ({ tool }) => tool !== undefined,
};

function byName(a: NamedSum, b: NamedSum): number {
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
}

/** What cost most, then what took most tokens, then what called most. */
function byWeight(a: NamedSum, b: NamedSum): number {
  return b.cost - a.cost || usedTokens(b) - usedTokens(a) || b.calls - a.calls || byName(a, b);
}
