import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function measured(...args: readonly string[]): { status: number | null; said: string } {
  const script = join(import.meta.dirname, 'measure-memory.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('each command is given the session that is made for it, and what it held is told', () => {
  const { status, said } = measured('--mb', '1', '--shape', 'one-turn', '--command', 'inspect', '--command', 'text');
  for (const row of ['claude-code one-turn +inspect', 'claude-code one-turn +text', 'codex one-turn +inspect'])
    expect(said).toMatch(new RegExp(`^${row} +\\d+\\.\\d+MB +\\d+ +[\\d.]+[KM]?B$`, 'm'));
  expect(status).toBe(0);
});

test('a command that fails is no measurement', () => {
  const { status, said } = measured('--command', 'inspect', 'no-such-session.jsonl');
  expect(said).toMatch(/^no-such-session\.jsonl +inspect .* ✗ 1 /m);
  expect(status).toBe(1);
});
