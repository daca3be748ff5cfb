import { expect, test } from 'vitest';
import { checkProjects } from './projects.ts';
import { tempTree } from './temp-tree.ts';

test('a project that the root does not name is found', () => {
  const root = tempTree({
    'tsconfig.json': { references: [{ path: 'packages/core' }, { path: 'packages/core/tsconfig.test.json' }] },
    'packages/core/tsconfig.json': {},
    'packages/core/tsconfig.test.json': {},
    'packages/client/tsconfig.json': {},
  });
  expect(checkProjects(root)).toEqual(['packages/client/tsconfig.json: not among the references of tsconfig.json']);
});
