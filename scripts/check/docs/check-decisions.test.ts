import { expect, test } from 'vitest';
import { checkDecisions } from './check-decisions.ts';
import { tempTree } from '../sources/temp-tree.ts';

const BODY = '\nStatus: accepted, 2026-11.\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';

const sound = {
  'docs/README.md': '| [0001](adr/0001-one.md) | One |\n| [0002](adr/0002-two.md) | Two |\n',
  'docs/adr/0001-one.md': `# 0001 One\n${BODY}`,
  'docs/adr/0002-two.md': `# 0002 Two\n${BODY}`,
};

test('records with numbers of their own that the index lists pass', () => {
  expect(checkDecisions(tempTree(sound))).toEqual([]);
});

test('a number that two records have is found, and that the index lists one of them only', () => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-why.md': `# 0002 Why\n${BODY}` }))).toEqual([
    'docs/adr/0002-why.md: 0002-two.md has this number',
    'docs/adr/0002-why.md: docs/README.md does not list it',
  ]);
});

test('a heading with the number that the record had before is found', () => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-two.md': `# 0001 Two\n${BODY}` }))).toEqual([
    'docs/adr/0002-two.md: its heading has another number',
  ]);
});

test('a title that differs from the one in the index is found', () => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-two.md': `# 0002 Three\n${BODY}` }))).toEqual([
    'docs/adr/0002-two.md: docs/README.md lists it with another title',
  ]);
});

test.each([
  ['without a status', BODY.replace('Status: accepted, 2026-11.', '2026-11.')],
  ['without its consequences', BODY.replace('## Consequences', '')],
  [
    'with the decision before the context',
    BODY.replace('Context', 'Decision').replace('## Decision\n\nB', '## Context\n\nB'),
  ],
  ['with a heading of its own', `${BODY}\n## Since then\n`],
])('a record %s is found', (_, body) => {
  expect(checkDecisions(tempTree({ ...sound, 'docs/adr/0002-two.md': `# 0002 Two\n${body}` }))).toEqual([
    'docs/adr/0002-two.md: its form is a line "Status: …", then Context, Decision, Consequences',
  ]);
});
