import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, runCli } from '../test/run-cli.ts';
import { commands } from './commands.ts';

describe('toolthread', { timeout: PATIENCE_MS }, () => {
  it('--help names every command', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of commands.keys()) expect(stdout).toContain(`toolthread ${name}`);
    for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
    expect((await runCli(['help'])).stdout).toBe(stdout);
  });

  it.each([...commands.keys()])('%s --help shows how it is used, with examples', async (name) => {
    const { code, stdout, stderr } = await runCli([name, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^toolthread ${name}`));
    expect(stdout).toMatch(/\n {2}(?:toolthread|npm start)/);
    if (name !== 'serve') for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
  });

  it('help COMMAND is the same', async () => {
    expect((await runCli(['help', 'open'])).stdout).toBe((await runCli(['open', '--help'])).stdout);
  });

  it('--version is a version', async () => {
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('a command that does not exist', async () => {
    const { code, stderr } = await runCli(['opne']);
    expect([code, stderr]).toEqual([
      1,
      'toolthread: There is no command "opne".\n  Run "toolthread --help" to see what there is.\n',
    ]);
  });
});
