import { expect, test } from 'vitest';
import { arrows } from './arrows.ts';
import { ROOMS } from './rooms.ts';
import { tempTree } from './sources/temp-tree.ts';
import { checkTree } from './tree.ts';

const TABLE = [arrows, ...Object.values(ROOMS)]
  .flatMap((table) => Object.entries(table))
  .map(([name, targets]) => `| \`${name}\` | ${targets.map((target) => `\`${target}\``).join(', ') || 'nothing'} |`)
  .join('\n');
const page = (...tree: readonly string[]): string => `${tree.join('\n')}\n\n${TABLE}\n`;
const core = { 'packages/core/package.json': {}, 'packages/core/src/ledger/ledger-event.ts': '' };
const lines = ['packages/core/     pure', '  src/ledger/        the event union'];

test('the page names every package and every room of each, and no other folder', () => {
  expect(checkTree(tempTree({ ...core, 'CONTRIBUTING.md': page(...lines) }))).toEqual([]);
});

test('a folder that is gone, and one that is not told of', () => {
  const files = {
    ...core,
    'packages/store/package.json': {},
    'packages/store/src/sql/open.ts': '',
    'packages/core/src/text/visible.ts': '',
  };
  expect(checkTree(tempTree({ ...files, 'CONTRIBUTING.md': page(...lines, '  src/attic/      old things') }))).toEqual([
    'CONTRIBUTING.md: there is no packages/core/src/attic',
    'CONTRIBUTING.md: omits packages/store',
    'CONTRIBUTING.md: omits packages/store/src/sql',
    'CONTRIBUTING.md: omits packages/core/src/text',
  ]);
});

test('rooms may stand in the line of their package', () => {
  const files = { ...core, 'packages/store/package.json': {}, 'packages/store/src/sql/open.ts': '' };
  const told = (line: string): string[] => checkTree(tempTree({ ...files, 'CONTRIBUTING.md': page(...lines, line) }));
  expect(told('packages/store/    the ledger: sql/, and more')).toEqual([]);
  expect(told('packages/store/    the ledger: test/sql/')).toEqual(['CONTRIBUTING.md: omits packages/store/src/sql']);
});

test('an arrow that the page tells otherwise', () => {
  const wrong = page(...lines).replace('| `store` | `core` |', '| `store` | `agent` |');
  expect(checkTree(tempTree({ ...core, 'CONTRIBUTING.md': wrong }))).toEqual(['CONTRIBUTING.md: store imports core']);
  const room = page(...lines).replace('| `text` | `ledger` |', '| `text` | `ledger`, `timeline` |');
  expect(checkTree(tempTree({ ...core, 'CONTRIBUTING.md': room }))).toEqual(['CONTRIBUTING.md: text imports ledger']);
});
