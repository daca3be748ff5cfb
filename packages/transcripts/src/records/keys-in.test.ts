import { keysOf } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysIn } from './keys-in.ts';
import { parseJson } from './parse-json.ts';

test('every key of a text is counted, whatever its strings hold', () => {
  const strange = fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', ' ', 'a', '\n') });
  const values = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, strange, fc.integer(), tie('list'), tie('fields')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    fields: fc.dictionary(strange, tie('value'), { maxKeys: 4 }),
  })).value;
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 2), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(keysIn(text)).toBe([...keysOf(text)].length);
      expect(parseJson(text)).toMatchObject({ ok: true, repeats: false });
    }),
  );
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"b":[{"a" : 1, "a" : {}}]}',
  '{"__proto__":1,"__proto__":2}',
  '{"1":1,"1":1}',
])('a key that occurs twice is seen: %s', (text) => {
  expect(parseJson(text)).toMatchObject({ ok: true, repeats: true });
});

test.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":1}]', '{"a":"\\"a\\":1","__proto__":1}', '"a:"', '1'])(
  'one that stands once in each object is not: %s',
  (text) => {
    expect(parseJson(text)).toMatchObject({ ok: true, repeats: false });
  },
);
