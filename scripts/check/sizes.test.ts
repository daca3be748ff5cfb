import { expect, test } from 'vitest';
import { checkSizes } from './sizes.ts';
import { tempTree } from './sources/temp-tree.ts';

const tree = {
  'packages/core/package.json': {
    name: '@toolthread/core',
    exports: { '.': './src/index.ts', './blocks': './src/blocks.ts', './package.json': './package.json' },
  },
  'packages/core/src/index.ts': `import '@toolthread/other'; export const words = 'one two three four five six seven';`,
  'packages/core/src/blocks.ts': 'export const a = 1;',
};

test('entries within their limits pass', async () => {
  const limits = { '@toolthread/core': 200, '@toolthread/core/blocks': 200 };
  expect(await checkSizes(tempTree({ ...tree, 'size-limits.json': limits }))).toEqual([]);
});

test('an entry above its limit, one without a limit and a limit without an entry are found', async () => {
  const limits = { '@toolthread/core': 20, '@toolthread/gone': 1 };
  const problems = await checkSizes(tempTree({ ...tree, 'size-limits.json': limits }));
  expect(problems).toEqual([
    'size-limits.json: @toolthread/gone is not a public entry',
    expect.stringMatching(/^@toolthread\/core: \d+ bytes minified and gzipped, limit 20$/),
    expect.stringMatching(/^@toolthread\/core\/blocks: \d+ bytes, and no limit/),
  ]);
});

test('an entry without a source is found', async () => {
  const limits = { '@toolthread/core': 200, '@toolthread/core/blocks': 200 };
  const { 'packages/core/src/blocks.ts': _, ...rest } = tree;
  expect(await checkSizes(tempTree({ ...rest, 'size-limits.json': limits }))).toEqual([
    '@toolthread/core/blocks: its source is missing',
  ]);
});
