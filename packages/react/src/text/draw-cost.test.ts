import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawCost } from './draw-cost.ts';

test.each([
  ['abc', 3],
  ['a b, 1!\n\tc', 10],
  ['Привет, мир', 11 + 7],
  ['a\bb', 1 + 8 + 8],
  ['aж漢', 1 + 8 + 8],
  ['漢字漢字', 4 + 7],
  ['\u200b\u200b\u202e', 3 * 8],
  ['1%\r2%\r', 4 + 2 * 8],
])('%j costs as much as %d letters', (text, letters) => expect(drawCost(text)).toBe(letters));

test('[M9] a text costs at least its length and at most eight times that', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(drawCost(text)).toBeGreaterThanOrEqual(text.length);
      expect(drawCost(text)).toBeLessThanOrEqual(8 * text.length);
    }),
  );
});
