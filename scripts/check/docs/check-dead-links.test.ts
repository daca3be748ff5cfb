import { expect, test } from 'vitest';
import { checkDeadLinks } from './check-dead-links.ts';
import { tempTree } from '../sources/temp-tree.ts';

test('links to files, folders, headings and other sites pass', () => {
  const tree = {
    'README.md':
      '# Top\n[docs](docs/one.md#whats-usechat-for), [above](#top), [site](https://example.com/x#y), ![a](docs/a.svg)',
    'docs/one.md':
      "## What's `useChat` for?\n[the fold](../packages/core/src/fold.ts#L3), [its folder](../packages/core/src)",
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

test('a link to a heading that changed is found, on the same page and on another; one in code is none', () => {
  const page = '# New\n[above](#old), [below](one.md#old), [here](#new)\n\n```sh\n# old\n```\n';
  expect(checkDeadLinks(tempTree({ 'docs/one.md': page }))).toEqual([
    'docs/one.md: there is no heading #old in docs/one.md',
    'docs/one.md: there is no heading #old in one.md',
  ]);
});
