import { expect, test } from 'vitest';
import { checkProjects } from './projects.ts';
import { tempTree } from './sources/temp-tree.ts';

const project = { compilerOptions: { rootDir: '.' } };
const tree = {
  'tsconfig.json': { references: [{ path: 'packages/core' }, { path: 'packages/core/tsconfig.test.json' }] },
  'packages/core/tsconfig.json': project,
  'packages/core/tsconfig.test.json': project,
};

test('projects that the root names pass', () => {
  expect(checkProjects(tempTree(tree))).toEqual([]);
});

test('a project that the root does not name is found', () => {
  expect(checkProjects(tempTree({ ...tree, 'packages/client/tsconfig.json': project }))).toEqual([
    'packages/client/tsconfig.json: not among the references of tsconfig.json',
  ]);
});

test("a project that would write over another's notes is found", () => {
  const root = tempTree({ ...tree, 'packages/core/tsconfig.json': { compilerOptions: { rootDir: 'src' } } });
  expect(checkProjects(root)).toEqual(['packages/core/tsconfig.json: rootDir must be "."']);
});
