import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { doubtfulKey, keysOf, repeatedKey } from './repeated-key.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":2,"a":2}', 'a'],
  ['{"decision":"deny","d\\u0065cision":"once"}', 'decision'],
  ['{ "a" : 1 ,\n"a"\t: 2 }', 'a'],
  ['[{"x":{"y":[1,{"z":1,"z":1}]}}]', 'z'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['{"a":"a","b":"a"}', undefined],
  ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', undefined],
  ['["a","a"]', undefined],
  ['{"a":"\\"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}', undefined],
  ['"a"', undefined],
  ['1', undefined],
])('[B.6 38] in %s the key %j stands twice', (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

test('[B.6 38] nothing that JSON.stringify writes has a key twice; with one added it has, wherever', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.nat(),
      fc.boolean(),
      (value, at, pretty) => {
        const json = JSON.stringify({ inside: [value] }, null, pretty ? 2 : 0);
        expect(repeatedKey(json)).toBeUndefined();
        const keys = Object.keys(value);
        const key = keys[at % keys.length] ?? '';
        const twice = `{"inside":[${JSON.stringify(value).slice(0, -1)},${JSON.stringify(key)}:0}]}`;
        expect(repeatedKey(twice)).toBe(key);
      },
    ),
  );
});

test('[L5] ten megabytes of quotes and backslashes are read once', () => {
  const json = JSON.stringify({ text: '"\\'.repeat(2_500_000), more: '\\'.repeat(2_500_000) });
  expect(repeatedKey(json)).toBeUndefined();
});

describe('[H2] a key that two readers understand in two ways is found', () => {
  it.each([
    ['{"command":"git status","command":"rm -rf /"}', 'command'],
    ['{"command":"git status","\\u0063ommand":"rm"}', 'command'],
    ['{"a":{"b":1 , "b"\n:2}}', 'b'],
    ['[{"a":1},{"a":1,"a":2}]', 'a'],
    ['{"__proto__":{"network":true}}', '__proto__'],
    ['{"a":{"\\u005f_proto__":1}}', '__proto__'],
    ['{"":1,"":2}', ''],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
  ])('%s', (json, key) => expect(doubtfulKey(json)).toBe(key));

  it.each([
    '{}',
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '["a","a",":"]',
    '{"a":["a:","a"]}',
    '"a"',
    '7',
  ])('%s has none', (json) => expect(doubtfulKey(json)).toBeUndefined());
});

test('every key comes in its order, wherever it stands, and what is no JSON comes to an end', () => {
  const keys = (json: string): string[] => Array.from(keysOf(json), ({ key }) => key);
  expect(keys('{"a":{"b":[{"c":"d"}]},"a":"\\\\\\"e\\":"}')).toEqual(['a', 'b', 'c', 'a']);
  for (const torn of ['{"a', '{"a\\', '{"a":"\\', '"', '{"a":"b']) expect(keys(torn).length).toBeLessThan(2);
});
