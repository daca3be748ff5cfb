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

function pageOf(source: string): string {
  return referencePages(tree(source)).get('core.md') ?? '';
}

function tree(source: string, index = `/** Numbers. */\nexport * from './twice.ts';`): string {
  const root = tempTree({
    'packages/core/package.json': { name: '@toolthread/core', exports: { '.': './src/index.ts' } },
    'packages/core/src/index.ts': index,
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

test('a page explains the types that its names show, and what these show', () => {
  const page = pageOf(`interface Ink { readonly colour: Colour }
type Colour = 'black';
/** What writes. */
interface Tool { readonly ink: Ink }
/** A pen. */
export interface Pen extends Tool {}
`);
  expect(page).toContain('## Types inside of these');
  expect(page).toContain('### Tool\n\nOf `Pen`. What writes.\n\n```ts\ninterface Tool { readonly ink: Ink }\n```');
  expect(page).toContain("### Colour\n\nOf `Pen`.\n\n```ts\ntype Colour = 'black';\n```");
});

test('of a class a page shows what others can use', () => {
  const source = `/** A pen.
 *
 * @example
 * new Pen('x');
 */
class Pen {
  constructor(readonly ink: string) {}
  static of(): Pen {}
  write(): void {}
  private fill(): void {}
  protected empty(): void {}
  #tip = 1;
}
`;
  const value = pageOf(`${source}export { Pen };`);
  const type = pageOf(`${source}export type { Pen };`);
  expect(value).toContain('constructor(readonly ink: string)');
  expect(value).toContain('static of(): Pen');
  expect(type).toContain('write(): void');
  expect(type).not.toMatch(/constructor|static/);
  expect(value + type).not.toMatch(/private|protected|#tip/);
});

test.each([
  ['a result', 'export function pen(): Pen { return {}; }', 'pen'],
  ['a value', 'export const pen: readonly Pen[] = [];', 'pen'],
  ['a method', 'export class Box { pen(): Pen { return {}; } }', 'Box'],
])('a type that %s has and nobody can name is found', (_name, code, name) => {
  const source = `interface Pen {}\n/** A pen.\n *\n * @example\n * 1;\n */\n${code}\n`;
  expect(checkReference(tree(source))).toEqual([`@toolthread/core: ${name} gives Pen, which is not exported`]);
  expect(checkReference(tree(source.replace('interface Pen', '/** A pen. */\nexport interface Pen')))).toEqual([]);
});

test('an entry point without a sentence is found', () => {
  const root = tree(told, "export * from './twice.ts';");
  expect(checkReference(root)).toEqual(['@toolthread/core has no sentence']);
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
