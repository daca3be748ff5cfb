import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextNumbers } from './text-numbers.ts';

const number = fc.integer({ min: 0, max: 0xffff_fffe });

describe('TextNumbers', () => {
  it('finds what a map of the texts finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), number), { maxLength: 200 }),
        (entries) => {
          const map = new Map(entries);
          const numbers = new TextNumbers();
          for (const [text, value] of entries) numbers.set(text, value);
          expect(numbers.size).toBe(map.size);
          for (const [text, value] of map) expect(numbers.get(text)).toBe(value);
          expect(numbers.get('none of them')).toBeUndefined();
        },
      ),
    );
  });

  it('tells halves of characters from each other', () => {
    const numbers = new TextNumbers();
    for (const text of ['\ud800', '\ud801', '\udc00', '\ufffd', '\ud800\udc00']) expect(numbers.add(text)).toBe(true);
  });

  it('knows which of many texts are new', () => {
    const numbers = new TextNumbers();
    for (let n = 0; n < 5000; n += 1) expect(numbers.add(`id ${n}`)).toBe(true);
    for (let n = 0; n < 5000; n += 1) expect(numbers.add(`id ${n}`)).toBe(false);
    expect([numbers.size, numbers.has('id 4999'), numbers.has('id 5000')]).toEqual([5000, true, false]);
  });
});
