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

test('under the flag u a set that is repeated without a bound is found', () => {
  for (const pattern of [String.raw`/\p{L}*/u`, String.raw`/\s*x/gu`, '/[^a]*/u', '/.*/su', '/[.*]*/v'])
    expect(checked(pattern)).toHaveLength(1);
  for (const pattern of [String.raw`/\s*[^a]*.*/g`, String.raw`/\p{L}{1,9}/u`, '/[.*+]/u', String.raw`/a*\.*/u`])
    expect(checked(pattern)).toEqual([]);
});

test('what must come at least once, and has no bound, is found: in a process of many patterns the engine remembers each round', () => {
  for (const pattern of [
    String.raw`/\s+/`,
    '/[a-z]{40,}/',
    '/x+?y/',
    String.raw`/\++/`,
    String.raw`/\u200b+/`,
    '/(?:ab)+/',
    '/[^]+/',
  ])
    expect(checked(pattern)).toHaveLength(1);
  for (const pattern of [String.raw`/\s\s*/`, '/[a-z]{40}[a-z]*/', '/x{0,}/', '/[+]*[^+]/', String.raw`/\+/`])
    expect(checked(pattern)).toEqual([]);
});

test('so is what a pattern is put together of, where it is made and in the constants that it names', () => {
  for (const made of [
    String.raw`new RegExp('\\d+')`,
    'new RegExp(`^${1}+$`)',
    String.raw`new RegExp(String.raw${'`'}\s+${'`'})`,
    `new RegExp(['a', 'b+'].join('|'))`,
    `new RegExp('[^a]*', 'u')`,
    '0;\nconst WORD = `[a-z]+`;\nconst LINE = `${WORD} `;\nexport const b = new RegExp(LINE)',
  ])
    expect(checked(made)).toHaveLength(1);
  for (const made of [`new RegExp('[a-z]{1,9}', 'u')`, `'a+' + new RegExp('a*')`]) expect(checked(made)).toEqual([]);
});

test('what is bounded, a set of characters and letters may be repeated', () => {
  for (const pattern of [
    String.raw`/"(?:[^"\\]|\\.){0,1000}"/`,
    String.raw`/[^"()*]*\)*\(*/`,
    '/&(?:amp;)*lt;/',
    '/(?:a|b)?/',
    '"(?:a|b)*"',
  ])
    expect(checked(pattern)).toEqual([]);
});
