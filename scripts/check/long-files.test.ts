import { expect, test } from 'vitest';
import { checkLongFiles } from './long-files.ts';
import { tempTree } from './sources/temp-tree.ts';

test('a file of 400 lines passes', () => {
  expect(checkLongFiles(tempTree({ 'packages/core/src/part.ts': 'export {};\n'.repeat(400) }))).toEqual([]);
});

test('a longer source or stylesheet is found, though most of its lines are blank or comments', () => {
  const tree = {
    'packages/core/src/part.ts': `export {};\n${'\n// Why.\n'.repeat(200)}`,
    'packages/react/src/styles/part.css': 'a {}\n'.repeat(401),
  };
  expect(checkLongFiles(tempTree(tree))).toEqual([
    'packages/core/src/part.ts: 401 lines; more than 400 want to be two files',
    'packages/react/src/styles/part.css: 401 lines; more than 400 want to be two files',
  ]);
});
