import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempTree } from './sources/temp-tree.ts';

const repository = join(import.meta.dirname, '../..');

/** Runs one of the repository's tools, with the repository's configuration of it, on a tree of its own. */
function runTool(config: string, command: string[], files: Record<string, string | object>): string {
  const root = tempTree(files);
  copyFileSync(join(repository, config), join(root, config));
  const [name = '', ...args] = command;
  const { stdout, stderr } = spawnSync(name, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(repository, 'node_modules/.bin'), process.env['PATH']].join(delimiter) },
  });
  return stdout + stderr;
}

test('the linter finds what the rules forbid, and passes a clean file', () => {
  const sources = {
    clean: 'export const a = 1;',
    'no-explicit-any': 'export const a = (b: any): unknown => b;',
    'no-unused-vars': 'const a = 1; export const b = 2;',
    'no-floating-promises': 'export function a(): void { Promise.resolve(1); }',
    'no-non-null-assertion': 'export const a = (b?: string): string => b!;',
    'switch-exhaustiveness-check': `export function a(b: 'x' | 'y'): void { switch (b) { case 'x': break; } }`,
    'no-else-return': 'export function a(b: boolean): number { if (b) { return 1; } else { return 2; } }',
    'no-default-export': 'export default 1;',
    'no-cycle': `import { b } from './cycle.ts'; export const a = (): unknown => b;`,
  };
  const files = Object.fromEntries(Object.entries(sources).map(([name, source]) => [`src/${name}.ts`, source]));
  const output = runTool('.oxlintrc.json', ['oxlint', '--format=json'], {
    ...files,
    'tsconfig.json': { extends: `${repository}/tsconfig.base.json`, include: ['src'] },
    'src/cycle.ts': `import { a } from './no-cycle.ts'; export const b = (): unknown => a;`,
  });
  const diagnostics: { code: string; filename: string }[] = JSON.parse(output).diagnostics;
  const found = (name: string): string[] =>
    diagnostics.filter(({ filename }) => filename === `src/${name}.ts`).map(({ code }) => code);

  const { clean, ...broken } = sources;
  expect(clean && found('clean')).toEqual([]);
  for (const rule of Object.keys(broken)) expect(found(rule)).toContainEqual(expect.stringContaining(`(${rule})`));
});

const exportTree = {
  'package.json': { name: 'root', private: true, type: 'module', workspaces: ['packages/*'] },
  'packages/core/package.json': { name: '@toolthread/core', type: 'module', exports: { '.': './src/index.ts' } },
  'packages/core/src/index.ts': `export { shown } from './part.ts';`,
};

test('an export that an entry or a test uses is alive', () => {
  const output = runTool('knip.json', ['knip'], {
    ...exportTree,
    'packages/core/src/part.ts': 'export const shown = 1; export const tested = 2;',
    'packages/core/src/part.test.ts': `import { tested } from './part.ts'; tested.toFixed();`,
  });
  expect(output).not.toMatch(/Unused/);
});

test('an export, a type and a file that nobody imports are found', () => {
  const output = runTool('knip.json', ['knip'], {
    ...exportTree,
    'packages/core/src/part.ts': 'export const shown = 1; export const dead = 2; export interface DeadType { a: 1 }',
    'packages/core/src/lonely.ts': 'export const a = 1;',
  });
  expect(output).toMatch(/Unused files \(1\)\s+packages\/core\/src\/lonely\.ts/);
  expect(output).toMatch(/Unused exports \(1\)\s+dead/);
  expect(output).toMatch(/Unused exported types \(1\)\s+DeadType/);
});

test('the formatter finds a file that is not formatted', () => {
  const output = runTool('.oxfmtrc.json', ['oxfmt', '--check'], { 'a.ts': 'export const a   = "b"' });
  expect(output).toContain('Format issues found');
});
