import { expect, test } from 'vitest';
import { checkExampleFolders } from './check-example-folders.ts';
import { tempTree } from '../sources/temp-tree.ts';

const sound = {
  'examples/README.md': '| [page](page) | a page |\n| [bot](bot) | a bot |\n',
  'examples/page/README.md': '# Page\n',
  'examples/bot/README.md': '# Bot\n',
  'scripts/package/example-visits.ts': "export const exampleVisits = {\n  'page': async (page) => {},\n};\n",
  'scripts/packages.test.ts': "run(join(folder, 'examples/bot'));\n",
};

test('folders that are listed, say how they are run, and are run pass', () => {
  expect(checkExampleFolders(tempTree(sound))).toEqual([]);
});

test('a new folder is found that nobody lists, describes or runs', () => {
  expect(checkExampleFolders(tempTree({ ...sound, 'examples/new/main.ts': '' }))).toEqual([
    'examples/new has no README.md',
    'examples/README.md: omits new',
    'examples/new: no test runs it, neither by scripts/package/example-visits.ts nor by its path',
  ]);
});

test('a row without a folder is found', () => {
  const list = `${sound['examples/README.md']}| [gone](gone) | nothing |\n`;
  expect(checkExampleFolders(tempTree({ ...sound, 'examples/README.md': list }))).toEqual([
    'examples/README.md: there is no gone',
  ]);
});
