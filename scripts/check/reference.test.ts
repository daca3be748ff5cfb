import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkReference } from './reference.ts';
import { referencePages } from './sources/reference-pages.ts';
import { tempTree } from './sources/temp-tree.ts';

const told = `/** Twice a number.
 *
 * @example
 * twice(2); //=> 4
 */
export function twice(value: number): number {
  return 2 * value;
}
/** A pen. */
export interface Pen {}
`;

function tree(source: string): string {
  const root = tempTree({
    'packages/core/package.json': { name: '@toolthread/core', exports: { '.': './src/index.ts' } },
    'packages/core/src/index.ts': `/** Numbers. */\nexport * from './twice.ts';`,
    'packages/core/src/twice.ts': source,
  });
  mkdirSync(join(root, 'docs/reference'), { recursive: true });
  for (const [name, text] of referencePages(root)) writeFileSync(join(root, 'docs/reference', name), text);
  return root;
}

test('a name that is told, on a page that is new, passes', () => {
  const root = tree(told);
  expect(checkReference(root)).toEqual([]);
  const page = referencePages(root).get('core.md') ?? '';
  expect(page).toContain('# @toolthread/core\n\nNumbers.');
  expect(page).toContain('```ts\nfunction twice(value: number): number\n```');
  expect(page).toContain("import { twice } from '@toolthread/core';\n\ntwice(2); //=> 4");
});

test.each([
  ['a sentence', told.replace('/** A pen. */\n', ''), '@toolthread/core: Pen has no sentence'],
  ['an example', told.replace(' * @example\n', ''), '@toolthread/core: twice has no example'],
  [
    'a comment of its own',
    told.replace('/** A pen. */\n', '/** A pen. */\n\n'),
    '@toolthread/core: Pen has no sentence',
  ],
])('a name without %s is found', (_name, source, problem) => {
  expect(checkReference(tree(source))).toEqual([problem]);
});

test('an old page is found, and one of nothing', () => {
  const root = tree(told);
  writeFileSync(join(root, 'packages/core/src/twice.ts'), told.replace('A pen.', 'A pencil.'));
  writeFileSync(join(root, 'docs/reference/gone.md'), '');
  expect(checkReference(root)).toEqual([
    'docs/reference/core.md is old: npm run reference',
    'docs/reference/gone.md is of nothing: npm run reference',
  ]);
});
