import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexedPieces } from './indexed-pieces.ts';
import { allTermsOf, lowered } from './terms-of.ts';

/** What FTS5 makes of them: every three letters that are side by side, without regard to capitals of ASCII. */
function termsOfPieces(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const piece of indexedPieces(text)) {
    const letters = [...lowered(piece)];
    letters.forEach((_, at) => terms.add(letters.slice(at, at + 3).join('')));
  }
  return terms;
}

const LETTERS = ['a', 'B', ' ', '\n', '\t ', 'ä', 'Σ', '漢', '😀', '\ud800', '\0', '"', 'e\u0301'];
const anyText = fc.array(fc.constantFrom(...LETTERS), { maxLength: 40 }).map((letters) => letters.join(''));

test('pieces have all terms of the text, wherever it is cut', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 49_960, max: 50_010 }), (one, other, place) => {
      const text = `${one}${'x'.repeat(place)}${other}${'  y'.repeat(20_000)}${one}`.normalize('NFC');
      const terms = termsOfPieces(text);
      expect(allTermsOf(text).filter((term) => !terms.has(term))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('M3: however long a text is, and however many terms it has, no piece is long, and one comes for every 50,000 letters', () => {
  const different = Array.from({ length: 300_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * n * 31) % 20_000)));
  for (const text of ['word '.repeat(200_000), '\n'.repeat(1_000_000), different.join('')]) {
    const pieces = [...indexedPieces(text)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2_010);
    expect(pieces.length).toBeGreaterThanOrEqual(text.length / 50_000);
  }
});

test('what comes again and again is taken once', () => {
  expect([...indexedPieces('word '.repeat(200_000))].join('').length).toBeLessThan(50);
});
