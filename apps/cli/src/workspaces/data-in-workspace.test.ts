import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, PATIENCE_MS } from '../../test/run-cli.ts';
import { runHere } from '../../test/run-here.ts';
import { dataInWorkspace } from './data-in-workspace.ts';

test('[B.3 21] a data folder in the workspace is found, there or not, by whatever way', () => {
  const workspace = folder();
  mkdirSync(join(workspace, 'real'));
  const elsewhere = folder();
  symlinkSync(join(workspace, 'real'), join(elsewhere, 'link'));
  const found = (data: string): boolean => dataInWorkspace({ data, workspace });
  expect([workspace, join(workspace, 'a/b'), join(elsewhere, 'link/data')].map(found)).toEqual([true, true, true]);
  expect([`${workspace}-data`, elsewhere, join(workspace, '..')].map(found)).toEqual([false, false, false]);
  expect(found(join(workspace, '..data'))).toBe(true);
  expect(dataInWorkspace({ data: elsewhere, workspace: undefined })).toBe(false);
});

test('the program does not start there, and says what to do', { timeout: PATIENCE_MS }, async () => {
  const workspace = folder();
  const { code, stderr } = await runHere([
    'serve',
    '--no-open',
    '--workspace',
    workspace,
    '--data',
    join(workspace, 'data'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain('--data DIR');
});

test(
  '[issue 11, small] a data folder that was not there is named: it may be mistyped',
  { timeout: PATIENCE_MS },
  async () => {
    const data = join(folder(), 'typo');
    const made = await runHere(['serve', '--show-secret-names', '--data', data]);
    expect([made.code, made.stderr]).toEqual([0, `toolthread: There was no folder ${data}; it was made.\n`]);
    expect((await runHere(['serve', '--show-secret-names', '--data', data])).stderr).toBe('');
    expect((await runHere(['serve', '--show-secret-names'])).stderr).toBe('');
  },
);
