import { usageSum } from '@toolthread/core/summary';
import type { UsageSum } from '@toolthread/core/summary';
import type { NamedUsage } from '@toolthread/server/answers';

/** Beyond that many days only those are drawn on which something was used. */
const MOST = 62;
const DAY_MS = 86_400_000;

const NOTHING: UsageSum = usageSum([], () => undefined);

/** A day without work is a gap, and not left out. The rows are in the order of their days. */
export function everyDay(rows: readonly NamedUsage[]): readonly NamedUsage[] {
  const dated = rows.filter(({ name }) => name !== null);
  const [first, last] = [timeOf(dated[0]), timeOf(dated.at(-1))];
  if (dated.length < rows.length || !(last - first < MOST * DAY_MS)) return rows;
  const known = new Map(dated.map((row) => [row.name, row]));
  const days: NamedUsage[] = [];
  for (let at = first; at <= last; at += DAY_MS) {
    const name = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(name) ?? { name, ...NOTHING });
  }
  return days;
}

function timeOf(row: NamedUsage | undefined): number {
  return new Date(`${row?.name ?? ''}T00:00:00Z`).getTime();
}
