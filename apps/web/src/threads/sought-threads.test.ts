import { expect, test } from 'vitest';
import { sinceDays } from './sought-threads.ts';

test('[issue 13] days are those of the calendar, also where the clock is put forward or back', () => {
  const noon = new Date(2026, 10, 16, 12).getTime();
  expect(sinceDays(1, noon)).toBe(new Date(2026, 10, 16).getTime());
  expect(sinceDays(7, noon)).toBe(new Date(2026, 10, 10).getTime());
  expect(sinceDays(30, noon)).toBe(new Date(2026, 9, 18).getTime());
});
