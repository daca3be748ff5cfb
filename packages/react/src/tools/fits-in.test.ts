import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsIn } from './fits-in.ts';

test('[M9] counts every letter of names and texts, and one for each value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const size = lettersIn(value);
      expect([fitsIn(size, value), fitsIn(size - 1, value)]).toEqual([true, false]);
    }),
  );
});

function lettersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + lettersIn(member), 1);
}

test('[M9] depth is no trouble', () => {
  let deep: unknown = 'x';
  for (let n = 0; n < 100_000; n += 1) deep = [deep];
  expect(fitsIn(10, deep)).toBe(false);
});
