import { expect, test } from 'vitest';
import { checkPurity } from './purity.ts';
import { tempTree } from './sources/temp-tree.ts';

const tree = {
  'packages/core/package.json': { name: '@toolthread/core' },
  'packages/core/src/index.ts': `export * from './blocks/index.ts';`,
  'packages/core/src/blocks/index.ts': 'export const a = Math.max(1, 2);',
};

function checkSource(source: string): Promise<string[]> {
  return checkPurity(tempTree({ ...tree, 'packages/core/src/index.ts': source }));
}

test('pure sources pass, and tests may do what they like', async () => {
  const impure = `import 'node:fs'; console.log(Date.now());`;
  expect(await checkPurity(tempTree({ ...tree, 'packages/core/src/a.test.ts': impure }))).toEqual([]);
});

test.each([
  ['Date', 'export const a = (): number => Date.now();'],
  ['Date', 'export const a = (): Date => new Date();'],
  ['Math.random', 'export const a = (): number => Math.random();'],
  ['window', 'export const a = typeof window;'],
  ['document', 'export const a = document.title;'],
  ['process', 'export const a = process.env;'],
  ['globalThis', 'export const a = globalThis.crypto;'],
  ['globalThis', "export const a = globalThis['Date'];"],
  ['crypto', 'export const a = crypto.randomUUID();'],
  ['fetch', "export const a = () => fetch('https://example.com');"],
  ['setTimeout', 'export const a = () => setTimeout(() => 1, 2);'],
  ['console', 'export const a = () => console.log(1);'],
])('%s is found in: %s', async (name, source) => {
  expect(await checkSource(source)).toEqual([`packages/core/src/index.ts: uses ${name}`]);
});

test('a file that no entry reaches is judged too', async () => {
  const root = tempTree({ ...tree, 'packages/core/src/deep/lonely.ts': 'export const a = Date.now();' });
  expect(await checkPurity(root)).toEqual(['packages/core/src/deep/lonely.ts: uses Date']);
});

test('a local name, a property and a type are not the global', async () => {
  const source = `
    interface A { readonly window: number; readonly at: Date }
    export const width = (a: A): number => { const window = a.window; return window; };
    export const text = 'Date.now()'; // Date.now()
  `;
  expect(await checkSource(source)).toEqual([]);
});

test('a module of Node is found', async () => {
  const problems = await checkSource(`import { join } from 'node:path'; export const a = join('a');`);
  expect(problems).toEqual(['packages/core/src/index.ts: imports node:path']);
});

test('a module of Node without its prefix is found', async () => {
  const [problem] = await checkSource(`import { join } from 'path'; export const a = join('a');`);
  expect(problem).toContain('does not bundle for a browser');
});

test('a dependency is found', async () => {
  const manifest = { name: '@toolthread/core', dependencies: { zod: '4' } };
  expect(await checkPurity(tempTree({ ...tree, 'packages/core/package.json': manifest }))).toEqual([
    'packages/core/package.json: depends on zod; core has no dependencies',
  ]);
});
