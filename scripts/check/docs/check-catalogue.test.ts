import { expect, test } from 'vitest';
import { checkCatalogue } from './check-catalogue.ts';
import { tempTree } from '../sources/temp-tree.ts';

// Not written as in a title: the check reads this file too.
const ID = 'B.6 12';
const doc = `# Tests\n\n| number | law | tests |\n|---|---|---|\n| ${ID} | any history | [a](../packages/a/src/a.test.ts) |\n`;

test('[B.6 63] a number that a title names, also one that stands on a line of its own, is tested', () => {
  const titles = [
    `test('[L2] [${ID}] any history', () => {});`,
    'test.each([1])(\n  `[B.6 12] any ${1}`,\n  () => {},\n);',
    `describe("it isn't [${ID}]", () => {});`,
  ];
  for (const title of titles) {
    expect(checkCatalogue(tempTree({ 'docs/test-catalogue.md': doc, 'packages/a/src/a.test.ts': title }))).toEqual([]);
  }
});

test.each([
  ['in a comment', `// (see [${ID}])\ntest("any history", () => {});`, ['B.6 12: no test has [B.6 12] in its title']],
  [
    'another number',
    `test('[${ID}1] any', () => {});`,
    [
      'B.6 12: no test has [B.6 12] in its title',
      'B.6 121: packages/a/src/a.test.ts names it, and docs/test-catalogue.md does not have it',
    ],
  ],
])('%s it is not', (_, source, problems) => {
  const root = tempTree({ 'docs/test-catalogue.md': doc, 'packages/a/src/a.test.ts': source });
  expect(checkCatalogue(root)).toEqual(problems);
});

test('a file that the catalogue names and that does not have it is told', () => {
  const files = { 'packages/a/src/a.test.ts': '', 'apps/b/src/b.test.ts': `it('[${ID}] any', () => {});` };
  expect(checkCatalogue(tempTree({ 'docs/test-catalogue.md': doc, ...files }))).toEqual([
    'B.6 12: docs/test-catalogue.md says packages/a/src/a.test.ts, where no title has [B.6 12]; it stands in apps/b/src/b.test.ts',
  ]);
});

test('a test that is not written yet is not missed', () => {
  const coming = doc.replace('[a](../packages/a/src/a.test.ts)', 'not written yet');
  expect(checkCatalogue(tempTree({ 'docs/test-catalogue.md': coming, 'packages/a/src/a.test.ts': '' }))).toEqual([]);
});
