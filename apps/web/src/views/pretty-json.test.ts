import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('it is what JSON.stringify would write, of any value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const text = JSON.stringify(value);
      expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
    }),
  );
});

test('no digit is lost, a key that is there twice stays, and what is no JSON is not touched', () => {
  expect(prettyJson('{"n":12345678901234567890.10,"n":1e400}')).toBe(
    '{\n  "n": 12345678901234567890.10,\n  "n": 1e400\n}',
  );
  for (const text of ['', 'words', '{"a":', '12', '"text"', '<b>{}</b>']) expect(prettyJson(text)).toBe(undefined);
});

test('a text within it may be as long as it likes, with escapes in it too', () => {
  for (const text of ['x'.repeat(10_000_000), '"'.repeat(5_000_000)]) {
    const long = JSON.stringify([text]);
    expect(prettyJson(long) === `[\n  ${JSON.stringify(text)}\n]`).toBe(true);
  }
});
