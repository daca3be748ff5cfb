import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameJson } from './same-json.ts';

/** Of few letters, so that equal ones come about. */
const { json } = fc.letrec<{ json: null | boolean | number | string | object }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, 1, '', '0'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('json'), { maxKeys: 3 }),
  ),
}));

it('JSON is the same where Node says so', () => {
  const text = json.map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(sameJson(JSON.parse(one), JSON.parse(one))).toBe(true);
      expect(sameJson(JSON.parse(one), JSON.parse(other))).toBe(isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));
    }),
    { numRuns: 2000 },
  );
});
