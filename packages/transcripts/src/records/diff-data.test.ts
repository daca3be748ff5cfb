import { expect, it } from 'vitest';
import { diffData, hunksOf, wholeFile } from './diff-data.ts';

it('a unified patch is its hunks, without the header', () => {
  expect(
    hunksOf(
      'Index: a\n--- a\n+++ a\n@@ -1,2 +1,3 @@ f()\n same\n-old\n+new\n@@ -9 +10 @@\n-x\n\\ No newline at end of file\n',
    ),
  ).toEqual([
    { old_start: 1, new_start: 1, lines: [' same', '-old', '+new'] },
    { old_start: 9, new_start: 10, lines: ['-x', '\\ No newline at end of file'] },
  ]);
  expect(hunksOf('no patch at all')).toEqual([]);
});

it('a new file is all added, a deleted one all removed', () => {
  expect(wholeFile('a\nb\n', '+')).toEqual([{ old_start: 1, new_start: 1, lines: ['+a', '+b'] }]);
  expect(diffData('f', wholeFile('a', '-'))).toEqual({
    kind: 'diff',
    path: 'f',
    hunks: [{ old_start: 1, new_start: 1, lines: ['-a'] }],
  });
});
