import { exactJson, keysOf, mostKeys, repeatedKey } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
      expect(mostKeys(text)).toBeGreaterThanOrEqual([...keysOf(text)].length);
      expect(parseJson(text)).toMatchObject({ ok: true, repeats: false });
    }),
  );
});

test('[L4] no number is changed and no key overlooked, wherever they stand', () => {
  const quoted = fc
    .string({ unit: fc.constantFrom('"', '\\', ':', ' ', '1', 'e', '\n'), maxLength: 4 })
    .map((text) => JSON.stringify(text));
  const blank = fc.constantFrom('', ' ', '\t ');
  const number = fc.constantFrom(
    '0',
    '-7',
    '1.5',
    '123456789012345',
    '1234567890123456789',
    '-0.12345678901234567',
    '1e999',
    '2E-4',
  );
  const json = fc.letrec<Record<'any' | 'list' | 'fields', string>>((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, quoted, number, tie('list'), tie('fields')),
    list: fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fields: fc
      .array(fc.tuple(quoted, blank, blank, tie('any')), { maxLength: 3 })
      .map(
        (members) =>
          `{${members.map(([name, before, after, value]) => `${name}${before}:${after}${value}`).join(',')}}`,
      ),
  })).any;
  fc.assert(
    fc.property(json, (text) => {
      expect(parseJson(text)).toEqual({ ok: true, value: exactJson(text), repeats: repeatedKey(text) !== undefined });
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '{"a":1,"a":2}',
  // No `a`: once V8 has read an object with the keys `a` and backslash, as one of the strange values above may be, it reads this key as a backslash (nodejs/node#63785).
  '{"z":1,"\\u007a":2}',
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
