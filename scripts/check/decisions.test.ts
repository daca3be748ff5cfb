import { expect, test } from 'vitest';
import { checkDecisions } from './decisions.ts';
import { tempTree } from './sources/temp-tree.ts';

const sound = {
  'docs/README.md': '| [0001](adr/0001-one.md) | One |\n| [0002](adr/0002-two.md) | Two |\n',
  'docs/adr/0001-one.md': '# 0001 One\n',
  'docs/adr/0002-two.md': '# 0002 Two\n',
};

test('records with numbers of their own that the index lists pass', () => {
  expect(checkDecisions(tempTree(sound))).toEqual([]);
});

test('a number that two records have is found, and that the index lists one of them only', () => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-why.md': '# 0002 Why\n' }))).toEqual([
    'docs/adr/0002-why.md: 0002-two.md has this number',
    'docs/adr/0002-why.md: docs/README.md does not list it',
  ]);
});

test('a heading with the number that the record had before is found', () => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-two.md': '# 0001 Two\n' }))).toEqual([
    'docs/adr/0002-two.md: its heading has another number',
  ]);
});
