import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonKey, textKey } from './text-key.ts';

const LONG = 'x'.repeat(100);

it('a short text is its own key; a long one has a short key, the same each time', () => {
  expect(textKey('Hello')).toBe('Hello');
  const keys = [LONG, `${LONG}y`, `y${LONG}`, LONG.repeat(20_000)].map(textKey);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(key.length).toBeLessThan(LONG.length);
  for (let other = 0; other < 8; other += 1) textKey(`${LONG}${other}`);
  expect(textKey(LONG)).toBe(keys[0]);
});

it('JSON has the same key where it is written alike, and only there', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(jsonKey(one) === jsonKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(jsonKey(JSON.parse(JSON.stringify(one)))).toBe(jsonKey(one));
    }),
  );
});

it.each([
  [['a', 'b'], ['ab']],
  [['1:a'], ['1', 'a']],
  [[[1], 2], [[1, 2]]],
  [{ a: 'b' }, ['a', 'b']],
  [{ a: { b: 1 } }, { a: 1, b: 1 }],
  [[1, 2], [12]],
  [['1'], [1]],
  [[null], ['null']],
])('%j is not %j', (one, other) => {
  expect(jsonKey(one)).not.toBe(jsonKey(other));
});
