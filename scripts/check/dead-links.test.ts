import { expect, test } from 'vitest';
import { checkDeadLinks } from './dead-links.ts';
import { tempTree } from './sources/temp-tree.ts';

test('links to files, folders, places on a page and other sites pass', () => {
  const tree = {
    'README.md': '[docs](docs/one.md#here), [above](#top), [site](https://example.com/x), ![a](docs/a.svg)',
    'docs/one.md': '[the fold](../packages/core/src/fold.ts), [its folder](../packages/core/src)',
    'docs/a.svg': '',
    'packages/core/src/fold.ts': '',
  };
  expect(checkDeadLinks(tempTree(tree))).toEqual([]);
});

test('a link to a file that moved is found, one in code is none', () => {
  const page = '[the fold](../packages/core/fold.ts)\n\n```md\n[an example](nowhere.md)\n```\n';
  expect(checkDeadLinks(tempTree({ 'docs/one.md': page }))).toEqual([
    'docs/one.md: there is no ../packages/core/fold.ts',
  ]);
});
