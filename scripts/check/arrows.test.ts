import { expect, test } from 'vitest';
import { checkArrows } from './arrows.ts';
import { tempTree } from './sources/temp-tree.ts';

const tree = {
  'package.json': { name: 'root' },
  'packages/core/package.json': { name: '@toolthread/core' },
  'packages/client/package.json': { name: '@toolthread/client' },
  'packages/react/package.json': { name: '@toolthread/react' },
  'apps/web/package.json': { name: '@toolthread/web' },
};

test('allowed arrows, local imports and foreign packages pass', () => {
  const root = tempTree({
    ...tree,
    'packages/react/package.json': {
      name: '@toolthread/react',
      dependencies: { '@toolthread/core': '1', react: '19' },
    },
    'packages/react/src/index.ts': `import { fold } from '@toolthread/core/blocks'; export * from './part.ts';`,
    'packages/react/src/part.ts': `import type { Thread } from '@toolthread/core'; import 'react';`,
    'apps/web/src/main.ts': `import '@toolthread/react';`,
    'scripts/start.ts': `import '@toolthread/core';`,
  });
  expect(checkArrows(root)).toEqual([]);
});

test('only the scripts and the tests of the seeds import an app', () => {
  const manifest = { name: '@toolthread/seeds', devDependencies: { '@toolthread/web': '1' } };
  expect(checkArrows(tempTree({ ...tree, 'seeds/package.json': manifest }))).toEqual([]);
  expect(checkArrows(tempTree({ ...tree, 'bench/package.json': manifest }))).toEqual([
    'bench/package.json: bench must not import apps/web',
  ]);
});

test.each([
  ['an import', `import { a } from '@toolthread/client';`],
  ['an import of a type', `import type { A } from '@toolthread/client/deep';`],
  ['an import for its effect', `import '@toolthread/client';`],
  ['a re-export', `export * from '@toolthread/client';`],
  ['a named re-export', `export { a } from '@toolthread/client';`],
  ['a dynamic import', `const a = await import('@toolthread/client');`],
  ['a type query', `export type A = import('@toolthread/client').A;`],
])('%s against the arrows is found', (_, source) => {
  const root = tempTree({ ...tree, 'packages/core/src/index.ts': source });
  expect(checkArrows(root)).toEqual(['packages/core/src/index.ts: packages/core must not import packages/client']);
});

test('the same words in a string or a comment are no import', () => {
  const source = `// import '@toolthread/client'\nexport const a = "import x from '@toolthread/client'";`;
  expect(checkArrows(tempTree({ ...tree, 'packages/core/src/index.ts': source }))).toEqual([]);
});

test('a dependency against the arrows is found, of whatever kind', () => {
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    const manifest = { name: '@toolthread/client', [kind]: { '@toolthread/react': '1' } };
    expect(checkArrows(tempTree({ ...tree, 'packages/client/package.json': manifest }))).toEqual([
      'packages/client/package.json: packages/client must not import packages/react',
    ]);
  }
});

test('a relative path into another package is found, even where the arrow is allowed', () => {
  const root = tempTree({
    ...tree,
    'packages/react/src/a.ts': `import '../../core/src/index.ts';`,
    'scripts/start.ts': `import '../packages/core/src/index.ts';`,
  });
  expect(checkArrows(root)).toEqual([
    'scripts/start.ts: ../packages/core/src/index.ts leaves scripts; import the package by its name',
    'packages/react/src/a.ts: ../../core/src/index.ts leaves packages/react; import the package by its name',
  ]);
});

test('nobody imports an app, and a package must stand in the table', () => {
  const root = tempTree({
    ...tree,
    'packages/client/src/a.ts': `import '@toolthread/web';`,
    'packages/novel/package.json': { name: '@toolthread/novel' },
  });
  expect(checkArrows(root).sort()).toEqual([
    'packages/client/src/a.ts: packages/client must not import apps/web',
    'packages/novel: not in the table of scripts/check/arrows.ts',
  ]);
});

test('the agent takes its model by interface: only its tests may import a provider', () => {
  const source = `import '@toolthread/providers/scripted';`;
  const root = tempTree({
    ...tree,
    'packages/providers/package.json': { name: '@toolthread/providers' },
    'packages/agent/package.json': { name: '@toolthread/agent', devDependencies: { '@toolthread/providers': '1' } },
    'packages/agent/src/run.test.ts': source,
    'packages/agent/test/model.ts': source,
    'packages/agent/src/run.ts': source,
    'packages/client/src/a.test.ts': source,
  });
  expect(checkArrows(root).sort()).toEqual([
    'packages/agent/src/run.ts: packages/agent must not import packages/providers',
    'packages/client/src/a.test.ts: packages/client must not import packages/providers',
  ]);
});
