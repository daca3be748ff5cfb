import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composed } from './composed.ts';

const LETTERS =
  'e \u0301 \u00e9 \u0328 \u1100 \u1161 \u11a8 \u304b \u3099 \u4e2d \u{1f600} \u0958 \u09c7 \u09be \u0340 \u2126 \ud800 \udc00 \u{1d15e}';
const letter = fc.constantFrom(' ', ...LETTERS.split(' '));

test('a text is composed the same, wherever it is long', () => {
  fc.assert(
    fc.property(
      fc.array(letter, { maxLength: 12 }),
      fc.nat(12),
      fc.constantFrom('x', '\u304b'),
      (letters, before, rest) => {
        const text = rest.repeat(64 * 1024 - before) + letters.join('') + rest;
        expect(composed(text) === text.normalize('NFC')).toBe(true);
      },
    ),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(composed(text)).toBe(text.normalize('NFC'));
    }),
  );
});
