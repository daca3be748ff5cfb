import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffRows } from './diff-rows.ts';
import { splitDiff } from './split-diff.ts';

const bar = '='.repeat(67);

test('each file has its own hunks, under its own path: changed, new, removed', () => {
  const diff = [
    bar,
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1,2 +1,2 @@',
    ' same',
    '-old',
    '+new',
    '@@ -9,1 +9,1 @@',
    '-x',
    '\\ No newline at end of file',
    '+y',
    '\\ No newline at end of file',
    bar,
    '--- /dev/null',
    '+++ b/new.ts',
    '@@ -0,0 +1,1 @@',
    '+first',
    'Binary: a/logo.png and b/logo.png',
    bar,
    '--- a/gone.ts',
    '+++ /dev/null',
    '@@ -1,1 +0,0 @@',
    '-last',
    '',
  ].join('\n');
  const patches = splitDiff(diff);
  expect([...patches.keys()]).toEqual(['src/a.ts', 'new.ts', 'gone.ts']);
  expect(diffRows(patches.get('src/a.ts') ?? '', 40).rows.map(({ kind }) => kind)).toEqual([
    'hunk',
    'same',
    'removed',
    'added',
    'hunk',
    'removed',
    'hunk',
    'added',
    'hunk',
  ]);
  expect(patches.get('new.ts')).toBe('@@ -0,0 +1,1 @@\n+first\n');
  expect(patches.get('gone.ts')).toBe('@@ -1,1 +0,0 @@\n-last\n');
});

test('a changed line that looks like the name of a file stays a line', () => {
  const hunk = ['@@ -1,2 +1,2 @@', '--- a/forged', '-- x', '+++ b/forged', '++ y'].join('\n');
  const patches = splitDiff(`--- a/real\n+++ b/real\n${hunk}\n`);
  expect([...patches]).toEqual([['real', `${hunk}\n`]]);
});

test.each([
  ['--- "a/two\\nlines"\n+++ "b/two\\nlines"', 'two\nlines'],
  ['--- a/x\t2026-01-01\n+++ b/x\t2026-01-02', 'x'],
  ['--- a/b/c\n+++ b/b/c', 'b/c'],
  ['--- "broken\n+++ "broken', '"broken'],
])('the name of a file as it is written: %s', (head, path) => {
  expect([...splitDiff(`${head}\n@@ -1 +1 @@\n-a\n+b`).keys()]).toEqual([path]);
});

test('a diff that was cut short gives what there is', () => {
  expect(splitDiff('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a').get('x')).toBe('@@ -1,9 +1,9 @@\n-a\n');
});

test('any text: no throw, and no line that was not there', () => {
  const line = fc.oneof(
    fc.constantFrom('--- a/x', '+++ b/x', '@@ -1 +1 @@', '@@ -1,99 +1 @@', '-a', '+b', ' c', '\\', ''),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n');
      const given = new Set(text.split('\n'));
      for (const patch of splitDiff(text).values()) {
        for (const row of patch.slice(0, -1).split('\n')) expect(given.has(row)).toBe(true);
      }
    }),
  );
});
