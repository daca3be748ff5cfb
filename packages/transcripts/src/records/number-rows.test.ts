import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberRows } from './number-rows.ts';

it('keeps what a list of rows keeps', () => {
  const number = fc.integer({ min: 0, max: 0xffff_ffff });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number, number), { maxLength: 50 }), fc.nat(1500), (rows, before) => {
      const kept = new NumberRows(3);
      for (let row = 0; row < before; row += 1) expect(kept.add()).toBe(row);
      for (const numbers of rows) {
        const row = kept.add();
        numbers.forEach((value, column) => kept.set(row, column, value));
      }
      rows.forEach((numbers, index) =>
        expect(numbers.map((_, column) => kept.get(before + index, column))).toEqual(numbers),
      );
      if (before > 0) expect([0, 1, 2].map((column) => kept.get(before - 1, column))).toEqual([0, 0, 0]);
    }),
    { numRuns: 50 },
  );
});
