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
])('[B.6 38] in %s the key %j occurs twice', (json, key) => {
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
  const keys = (json: string): string[] => Array.from(keysOf(json), (found) => found?.key ?? '(turn)');
  expect(keys('{"a":{"b":[{"c":"d"}]},"a":"\\\\\\"e\\":"}')).toEqual(['a', 'b', 'c', 'a']);
  for (const torn of ['{"a', '{"a\\', '{"a":"\\', '"', '{"a":"b']) expect(keys(torn).length).toBeLessThan(2);
});

test.each([
  ['a long text', `{"a":"${'x'.repeat(1_000_000)}"}`],
  ['a text of escapes', `{"a":"${'\\"'.repeat(500_000)}"}`],
  ['space before a colon', `{"a"${' '.repeat(1_000_000)}:1}`],
  ['numbers', `{"a":[${'1,'.repeat(500_000)}1]}`],
  ['short texts', `{"a":[${'"",'.repeat(300_000)}""]}`],
  ['no JSON', 'x'.repeat(1_000_000)],
])('[M3] of %s no more than 50,000 characters are looked at in one turn', (_, json) => {
  const found = [...keysOf(json)];
  expect(found.filter((each) => each !== undefined).map(({ key }) => key)).toEqual(json.startsWith('{') ? ['a'] : []);
  expect(found.length).toBeGreaterThanOrEqual(Math.floor(json.length / 50_010));
});

test('where the turns fall changes nothing', () => {
  for (let before = 49_980; before < 50_020; before += 1) {
    const json = `{"x":"${' '.repeat(before)}\\"","b\\"":{"c" : [":","d"]},"b\\"":1}`;
    const found = [...keysOf(json)].flatMap((each) => (each === undefined ? [] : [each.key, each.isRepeated]));
    expect(found).toEqual(['x', false, 'b"', false, 'c', false, 'b"', true]);
  }
});
