import { expect, test } from 'vitest';
import { spent } from './spent.ts';

test.each([
  [0, '$0.00'],
  [0.000_001, '<$0.01'],
  [0.0049, '<$0.01'],
  [0.005, '$0.01'],
  [0.01, '$0.01'],
  [1234.5, '$1,234.50'],
])('[issue 13] %d dollars are told as %s: what was spent is never told as nothing', (amount, words) => {
  expect(spent(amount)).toBe(words);
});

test('in the language of the reader', () => {
  expect(spent(0.004, 'de').replace(/\s/g, ' ')).toBe('<0,01 $');
});
