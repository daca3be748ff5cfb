import { expect, test } from 'vitest';
import { checkRepeatedGroups } from './repeated-groups.ts';
import { tempTree } from './sources/temp-tree.ts';

const file = 'packages/core/src/part.ts';
const checked = (pattern: string): string[] =>
  checkRepeatedGroups(tempTree({ [file]: `export const a = ${pattern};\n` }));

test('a group that is repeated without a bound is found, within others too', () => {
  expect(checked(String.raw`/"(?:[^"\\]|\\.)*"/g`)).toEqual([
    String.raw`${file}: (?:[^"\\]|\\.)* repeats a group without a bound; give it one ({0,1000}), or walk the text`,
  ]);
  expect(checked(String.raw`/^(?:a(b|c)+|d){2,}$/`)).toHaveLength(2);
});

test('under the flag u, or where many rounds are asked for, a set that is repeated without a bound is found', () => {
  for (const pattern of [
    String.raw`/\p{L}+/u`,
    String.raw`/\s*x/gu`,
    '/[^a]{2,}/u',
    '/.+/su',
    '/[.*]+/v',
    '/[a-z]{40,}/',
  ])
    expect(checked(pattern)).toHaveLength(1);
  for (const pattern of [
    String.raw`/\s+[^a]*.+/g`,
    String.raw`/\p{L}{1,9}/u`,
    '/[.*+]/u',
    String.raw`/a+\.+/u`,
    '/[a-z]{2,}[a-z]{40}[a-z]*/',
  ])
    expect(checked(pattern)).toEqual([]);
});

test('what is bounded, a set of characters and letters may be repeated', () => {
  for (const pattern of [
    String.raw`/"(?:[^"\\]|\\.){0,1000}"/`,
    String.raw`/[^"()*]+\)*\(+/`,
    '/&(?:amp;)*lt;/',
    '/(?:a|b)?/',
    '"(?:a|b)*"',
  ])
    expect(checked(pattern)).toEqual([]);
});
