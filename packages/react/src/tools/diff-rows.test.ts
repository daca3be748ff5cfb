import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffRows, hunksPatch } from './diff-rows.ts';

test('rows have the numbers of the lines they stand for', () => {
  const patch = '@@ -3,3 +3,4 @@\n import a;\n-old();\n+one();\n+two();\n end\n\\ No newline at end of file\n';
  const { rows } = diffRows(patch, 40);
  expect(rows.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
    ['hunk', undefined, undefined, '@@ -3,3 +3,4 @@'],
    ['same', 3, 3, 'import a;'],
    ['removed', 4, undefined, 'old();'],
    ['added', undefined, 4, 'one();'],
    ['added', undefined, 5, 'two();'],
    ['same', 5, 6, 'end'],
    ['hunk', undefined, undefined, '\\ No newline at end of file'],
  ]);
});

test('file names before the first hunk are no changes', () => {
  expect(diffRows('--- a.ts\n+++ b.ts\n@@ -1 +1 @@\n-a\n+b', 40).rows.map((row) => row.kind)).toEqual([
    'hunk',
    'hunk',
    'hunk',
    'removed',
    'added',
  ]);
});

test('[M9] any text has as many rows as lines, of which only so many are read as are shown', () => {
  fc.assert(
    fc.property(fc.array(fc.string().map((text) => text.replaceAll('\n', ''))), fc.nat({ max: 8 }), (lines, most) => {
      const text = lines.join('\n');
      const { rows, left, rest } = diffRows(text, most);
      const all = text.replace(/\n$/, '').split('\n');
      expect(rest).toBe(left === 0 ? '' : all.slice(-left).join('\n'));
      expect(rows.length).toBeLessThanOrEqual(most);
      expect(rows.length + left).toBe(text === '' ? 0 : all.length);
      expect(rows).toEqual(diffRows(text, Infinity).rows.slice(0, most));
    }),
  );
});

test('hunks as data give the rows of the same patch', () => {
  const hunks = [
    { old_start: 3, old_lines: 2, new_start: 3, new_lines: 2, lines: [' a', '-b', '+c'] },
    { old_start: 9, old_lines: 1, new_start: 9, new_lines: 1, lines: ['-x', '+y'] },
  ];
  expect(diffRows(hunksPatch(hunks) ?? '', 40)).toEqual(
    diffRows('@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9,1 +9,1 @@\n-x\n+y', 40),
  );
});

test.each([
  null,
  'x',
  1,
  {},
  [1],
  [{}],
  [{ old_start: '1', new_start: 1, lines: [] }],
  [{ old_start: 1, new_start: 1 }],
])('%j is no hunk, and nothing throws', (value) => expect(hunksPatch(value)).toBeUndefined());

test.each([
  [[' a', ' b', '-c', '+d', '+e', ' f'], '@@ -3,4 +3,5 @@'],
  [['+only', '\\ No newline at end of file'], '@@ -3,0 +3,1 @@'],
  [['-gone'], '@@ -3,1 +3,0 @@'],
])('[U2 18] the head of a hunk says how many lines each side has: %j', (lines, head) => {
  expect(hunksPatch([{ old_start: 3, new_start: 3, lines }])?.split('\n')[0]).toBe(head);
});

test('[attack 4] lines that are no text are left out, and nothing throws', () => {
  const lines = ['-a', { toString: 1, valueOf: 1 }, [{ toString: 1 }], null, '+b'];
  expect(hunksPatch([{ old_start: 1, new_start: 1, lines }])).toBe('@@ -1,1 +1,1 @@\n-a\n+b');
});
