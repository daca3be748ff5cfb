import { usageSum } from '@toolthread/core/summary';
import type { UsageSum } from '@toolthread/core/summary';
import type { NamedUsage } from '@toolthread/server/answers';

export type SpanUnit = 'day' | 'week' | 'month';

/** What was used from one day to another, both among it: `2026-11-16`. Without days: nothing says when. */
export interface Span extends UsageSum {
  readonly days: readonly [first: string, last: string] | undefined;
}

export interface Spans {
  readonly unit: SpanUnit;
  readonly spans: readonly Span[];
}

/** As many as can be read beside each other. */
const MOST = 62;
const DAY_MS = 86_400_000;

/**
 * Days, weeks or months that are equally far from each other: time without work is a gap, and not left out. `rows` have a day each, and
 * are in their order. `asked`: these days are shown, however few of them have work.
 */
export function spansOf(rows: readonly NamedUsage[], asked?: readonly [first: string, last: string]): Spans {
  const dated = rows.flatMap((row) => (row.name === null ? [] : [{ at: timeOf(row.name), row }]));
  const undated = rows.filter(({ name }) => name === null);
  const ends = [...(asked ?? []).map(timeOf), ...dated.map(({ at }) => at)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const days = (to - from) / DAY_MS;
  const unit = days < MOST ? 'day' : days < MOST * 7 ? 'week' : 'month';
  const spans: Span[] = undated.length === 0 ? [] : [{ days: undefined, ...sumOf(undated) }];
  let next = 0;
  for (let first = from; first <= to;) {
    const end = Math.min(endOf(first, unit), to + DAY_MS);
    const begin = next;
    while ((dated[next]?.at ?? Infinity) < end) next += 1;
    const inIt = dated.slice(begin, next).map(({ row }) => row);
    spans.push({ days: [dayAt(first), dayAt(end - DAY_MS)], ...sumOf(inIt) });
    first = end;
  }
  return { unit, spans };
}

/** The midnight after the last day of the span that has this one. Weeks begin on Monday. */
function endOf(day: number, unit: SpanUnit): number {
  const date = new Date(day);
  switch (unit) {
    case 'day':
      return day + DAY_MS;
    case 'week':
      return day + (7 - ((date.getUTCDay() + 6) % 7)) * DAY_MS;
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    default:
      return unit satisfies never;
  }
}

function sumOf(rows: readonly NamedUsage[]): UsageSum {
  const counted = usageSum(
    rows.map((row) => ({ ...row, at: 0 })),
    () => undefined,
  );
  const total = (of: (row: NamedUsage) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  return { ...counted, cost: total(({ cost }) => cost), unpriced_tokens: total((row) => row.unpriced_tokens) };
}

function timeOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getTime();
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
