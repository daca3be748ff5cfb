import { usageSum } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import type { NamedUsage } from '@toolthread/server/answers';
import { spansOf } from './spans-of.ts';

const day = (name: string | null): NamedUsage => ({
  name,
  ...usageSum([{ at: 0, input_tokens: 1 }], () => undefined),
  cost: 1,
});
type Told = readonly [string, number][];
const told = (rows: readonly (string | null)[], asked?: readonly [string, string]): readonly [string, Told] => {
  const { unit, spans } = spansOf(rows.map(day), asked);
  return [unit, spans.map(({ days, input_tokens }) => [days?.join(' ') ?? '', input_tokens])];
};

test('days without work stand between, over the end of a month too', () => {
  expect(told(['2026-02-27', '2026-03-02'])).toEqual([
    'day',
    [
      ['2026-02-27 2026-02-27', 1],
      ['2026-02-28 2026-02-28', 0],
      ['2026-03-01 2026-03-01', 0],
      ['2026-03-02 2026-03-02', 1],
    ],
  ]);
  expect(told([])).toEqual(['day', []]);
});

test('the days that were asked for are shown, with work or without', () => {
  expect(told(['2026-03-02'], ['2026-03-01', '2026-03-04'])).toEqual([
    'day',
    [
      ['2026-03-01 2026-03-01', 0],
      ['2026-03-02 2026-03-02', 1],
      ['2026-03-03 2026-03-03', 0],
      ['2026-03-04 2026-03-04', 0],
    ],
  ]);
});

test('a longer time is shown in weeks, and a very long one in months: nothing is left out', () => {
  const [unit, weeks] = told(['2026-01-01', '2026-01-04', '2026-01-05', '2026-03-31']);
  expect(unit).toBe('week');
  expect(weeks.slice(0, 3)).toEqual([
    ['2026-01-01 2026-01-04', 2],
    ['2026-01-05 2026-01-11', 1],
    ['2026-01-12 2026-01-18', 0],
  ]);
  expect(weeks.at(-1)).toEqual(['2026-03-30 2026-03-31', 1]);
  const [other, months] = told(['2024-01-31', '2026-03-02']);
  expect(other).toBe('month');
  expect(months).toHaveLength(27);
  expect(months.slice(0, 2)).toEqual([
    ['2024-01-31 2024-01-31', 1],
    ['2024-02-01 2024-02-29', 0],
  ]);
});

test('what no day is known of stands before all days', () => {
  expect(told([null, '2026-03-02', '2026-03-04'])[1].map(([, tokens]) => tokens)).toEqual([1, 1, 0, 1]);
  expect(told([null])).toEqual(['day', [['', 1]]]);
});

test('the cost of a span is that of its days', () => {
  const { spans } = spansOf([day('2024-01-01'), day('2024-01-02'), day('2026-01-01')]);
  expect(spans[0]?.cost).toBe(2);
});
