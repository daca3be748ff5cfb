import { expect, test } from 'vitest';
import { checkLock } from './lock.ts';
import { tempTree } from './sources/temp-tree.ts';

function checkPackages(packages: object, npmrc = 'ignore-scripts=true\nfund=false\n'): string[] {
  return checkLock(tempTree({ 'package-lock.json': { packages }, '.npmrc': npmrc }));
}

test.each(['fund=false\n', '#ignore-scripts=true\n', 'ignore-scripts=false\n'])(
  'install scripts that would run are found: %j',
  (npmrc) => {
    const problem = '.npmrc: without ignore-scripts=true, npm 10 runs install scripts';
    expect(checkPackages({}, npmrc)).toEqual([problem]);
  },
);

test('a lock file without hosts and with every binding passes', () => {
  const packages = {
    'node_modules/@toolthread/core': { resolved: 'packages/core', link: true },
    'node_modules/tool': { optionalDependencies: { '@tool/linux': '1' } },
    'node_modules/@tool/linux': {},
  };
  expect(checkPackages(packages)).toEqual([]);
});

test("a registry's host is found", () => {
  const packages = { 'node_modules/tool': { resolved: 'https://registry.example/tool.tgz' } };
  expect(checkPackages(packages)).toEqual(['node_modules/tool: resolved to a host; see .npmrc']);
});

test('a binding that npm ci would miss is found', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { '@tool/mac': '1' } } };
  expect(checkPackages(packages)).toEqual(['node_modules/tool: @tool/mac is not locked; take the release before']);
});
