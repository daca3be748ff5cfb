import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Rule } from './rule.ts';
import { policyInMode } from './policy-in-mode.ts';

function verdicts(rules: readonly Rule[]): (name: string, path?: string) => Promise<readonly unknown[]> {
  const [folder, workspace] = [mkdtempSync(join(tmpdir(), 'mode-')), mkdtempSync(join(tmpdir(), 'mode-'))];
  onTestFinished(() => [folder, workspace].forEach((one) => rmSync(one, { recursive: true, force: true })));
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ version: 1, rules }), { mode: 0o600 });
  const modes = (['ask', 'read-only', 'auto-edit'] as const).map((mode) => policyInMode({ file }, mode));
  return (name, path = 'a.ts') =>
    Promise.all(modes.map(async (policy) => policy.decide({ name, arguments: { path }, workspace })));
}

test('[issue 13] each mode, where the file says nothing', async () => {
  const decide = verdicts([]);
  expect(await decide('read_file')).toEqual(['allow', 'allow', 'allow']);
  expect(await decide('save_file')).toEqual(['ask', 'deny', 'allow']);
  expect(await decide('edit_file')).toEqual(['ask', 'deny', 'allow']);
  expect(await decide('run_shell_command')).toEqual(['ask', 'deny', 'ask']);
  expect(await decide('github__merge')).toEqual(['ask', 'deny', 'ask']);
});

test('[issue 13] no mode allows what the file forbids or asks for, and read-only writes nothing, whatever it allows', async () => {
  const decide = verdicts([
    { tool: 'save_file', verdict: 'ask', where: { path: 'secret/**' } },
    { tool: 'edit_file', verdict: 'deny' },
    { tool: 'read_file', verdict: 'deny', where: { path: 'secret/**' } },
    { tool: 'run_shell_command', verdict: 'allow' },
  ]);
  expect(await decide('save_file', 'secret/key')).toEqual(['ask', 'deny', 'ask']);
  expect(await decide('edit_file')).toEqual(['deny', 'deny', 'deny']);
  expect(await decide('read_file', 'secret/key')).toEqual(['deny', 'deny', 'deny']);
  expect(await decide('run_shell_command')).toEqual(['allow', 'deny', 'allow']);
});

test('[issue 13] what is allowed for always in several threads at once is all kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'policy.json');
  const calls = Array.from({ length: 8 }, (_, n) => ({ name: 'deploy', arguments: { n }, workspace: undefined }));
  await Promise.all(calls.map(async (call) => policyInMode({ file }, 'ask').remember?.(call)));
  const policy = policyInMode({ file }, 'auto-edit');
  expect(await Promise.all(calls.map(async (call) => policy.granted?.(call)))).toEqual(calls.map(() => true));
});
