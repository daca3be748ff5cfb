import { expect, test } from 'vitest';
import { readJsonPath } from './read-json-path.ts';

test('names, places and quoted names are steps', () => {
  expect(readJsonPath('$.foo.bar[0].data')).toEqual(['foo', 'bar', 0, 'data']);
  expect(readJsonPath(`$['a b'][12]["it's"]['it\\'s']`)).toEqual(['a b', 12, "it's", "it's"]);
});

test('what is no plain path into an object is none', () => {
  for (const path of ['', '$', 'a', '$[0]', '$..a', '$.a[*]', '$.a[-1]', "$['a", '$.a b', `$${'.a'.repeat(2000)}`]) {
    expect(readJsonPath(path)).toBe(undefined);
  }
});
