import { expect, test } from 'vitest';
import { checkFullFolders } from './full-folders.ts';
import { tempTree } from './sources/temp-tree.ts';

function folderOf(count: number, ending: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`packages/core/src/room/part-${n}${ending}`, '']));
}

test('a folder of 23 files passes, whatever its tests and its rooms have', () => {
  const rooms = { 'packages/core/src/room/inner/one.ts': '', 'packages/core/src/room/inner/two.ts': '' };
  expect(checkFullFolders(tempTree({ ...folderOf(23, '.ts'), ...folderOf(23, '.test.ts'), ...rooms }))).toEqual([]);
});

test('one of 24 is found', () => {
  const problem = 'packages/core/src/room: 24 files; more than 23 want rooms';
  expect(checkFullFolders(tempTree(folderOf(24, '.ts')))).toEqual([problem]);
});
