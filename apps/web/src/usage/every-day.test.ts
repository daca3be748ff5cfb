import { usageSum } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import type { NamedUsage } from '@toolthread/server/answers';
import { everyDay } from './every-day.ts';

const day = (name: string | null): NamedUsage => ({
  name,
  ...usageSum([{ at: 0, input_tokens: 1 }], () => ({ input: 0, output: 0 })),
});
const names = (...rows: (string | null)[]): unknown =>
  everyDay(rows.map(day)).map(({ name, input_tokens }) => [name, input_tokens]);

test('days without work stand between, over the end of a month too', () => {
  expect(names('2026-02-27', '2026-03-02')).toEqual([
    ['2026-02-27', 1],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 1],
  ]);
  expect(names()).toEqual([]);
  expect(names('2026-03-02')).toEqual([['2026-03-02', 1]]);
});

test('over a long time, and where something has no day, only what is there', () => {
  expect(names('2024-01-01', '2026-03-02')).toEqual([
    ['2024-01-01', 1],
    ['2026-03-02', 1],
  ]);
  expect(names(null, '2026-03-02', '2026-03-04')).toHaveLength(3);
});
