import { english } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { totalsText } from './totals.ts';

test.each([
  [1, '1 output token'],
  [650, '650 output tokens'],
  [999_960, '1.0M output tokens'],
  [5_000_000_000, '5.0G output tokens'],
])('%d tokens have the unit that a person reads: no thousand thousands, and no thousand millions', (tokens, words) =>
  expect(totalsText({ calls: 0, failed: 0, durationMs: 0, tokens }, english)).toBe(words),
);
