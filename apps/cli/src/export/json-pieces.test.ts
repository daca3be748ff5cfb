import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdsLongText, jsonPieces } from './json-pieces.ts';
import { SLICE } from './slices.ts';

/** Its slices end in the middle of a pair, of a line and of an escape. */
const LONG = `${'x'.repeat(SLICE - 1)}😀${'"\\\n\ud800→'.repeat(SLICE / 4)}`;
const longer = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('short\n', 0, null, undefined, LONG),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b\n', '__proto__'), tie('json'), { maxKeys: 3 }),
  ),
}));

it('the pieces are the JSON of the whole, on one line and on many, and none is long', () => {
  fc.assert(
    fc.property(longer.json, fc.constantFrom('', '  '), (value, indent) => {
      const given = { value };
      const pieces = [...jsonPieces(given, indent)];
      expect(pieces.join('') === JSON.stringify(given, undefined, indent)).toBe(true);
      expect(pieces.every(({ length }) => length < 8 * SLICE)).toBe(true);
      const further = [...jsonPieces(given, indent, '\t')].join('');
      expect(further === JSON.stringify(given, undefined, indent).replaceAll('\n', '\n\t')).toBe(true);
    }),
    { numRuns: 20, examples: [[[LONG, { a: LONG, b: undefined }], '  ']] },
  );
});

it('what holds a long text is known', () => {
  expect([holdsLongText({ a: [{ b: LONG }] }), holdsLongText({ a: ['short'] }), holdsLongText(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
