import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffRows, hunksPatch } from './diff-rows.ts';

test('rows have the numbers of the lines they stand for', () => {
  const rows = diffRows('@@ -3,3 +3,4 @@\n import a;\n-old();\n+one();\n+two();\n end\n\\ No newline at end of file\n');
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
  expect(diffRows('--- a.ts\n+++ b.ts\n@@ -1 +1 @@\n-a\n+b').map((row) => row.kind)).toEqual([
    'hunk',
    'hunk',
    'hunk',
    'removed',
    'added',
  ]);
});

test('any text has as many rows as lines', () => {
  fc.assert(
    fc.property(fc.array(fc.string().map((text) => text.replaceAll('\n', ''))), (lines) => {
      const text = lines.join('\n');
      expect(diffRows(text).length).toBe(text.replace(/\n$/, '').split('\n').length);
    }),
  );
});

test('hunks as data give the rows of the same patch', () => {
  const hunks = [
    { old_start: 3, old_lines: 2, new_start: 3, new_lines: 2, lines: [' a', '-b', '+c'] },
    { old_start: 9, old_lines: 1, new_start: 9, new_lines: 1, lines: ['-x', '+y'] },
  ];
  expect(diffRows(hunksPatch(hunks) ?? '')).toEqual(diffRows('@@ -3 +3 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-x\n+y'));
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
