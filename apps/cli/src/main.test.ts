import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames } from '@toolthread/transcripts/agents';
import { smallSession } from '../test/claude-session.ts';
import { folder, MAIN, PATIENCE_MS, runCli } from '../test/run-cli.ts';
import { runHere } from '../test/run-here.ts';
import { LISTED_AGENTS } from './sessions/listed-agents.ts';
import { AGENTS } from './sessions/session-file.ts';
import { commands } from './commands.ts';

describe('toolthread', { timeout: PATIENCE_MS }, () => {
  it('--help names every command', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const name of commands.keys()) expect(stdout).toContain(`toolthread ${name}`);
    for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
    expect((await runHere(['help'])).stdout).toBe(stdout);
  });

  it.each([...commands.keys()])('%s --help shows how it is used, with examples', async (name) => {
    const { code, stdout, stderr } = await runCli([name, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^toolthread ${name}`));
    expect(stdout).toMatch(/\n {2}(?:toolthread|npm start)/);
    if (name !== 'serve') for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
  });

  it('help COMMAND is the same', async () => {
    expect((await runHere(['help', 'open'])).stdout).toBe((await runHere(['open', '--help'])).stdout);
  });

  it('--version is a version', async () => {
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('a command that does not exist', async () => {
    const { code, stderr } = await runCli(['opne']);
    expect([code, stderr]).toEqual([
      1,
      'toolthread: There is no command "opne".\n  Run "toolthread --help" for the list of commands.\n',
    ]);
  });

  describe('[issue 11] where the output goes', () => {
    const file = smallSession().write(folder(), 'session.jsonl');
    const shell = (line: string) =>
      spawnSync('bash', ['-c', `set -o pipefail; ${line}`], {
        env: { ...process.env, HOME: folder(), NODE: process.execPath, MAIN, FILE: file },
        encoding: 'utf8',
      });

    it.each([
      'export "$FILE" --to jsonl',
      'export "$FILE" --to md',
      'open "$FILE" --full',
      'inspect "$FILE"',
      'inspect "$FILE" --json',
      'open --help',
      '--version',
    ])('%s: a full disk is told in words', (args) => {
      const { status, stderr } = shell(`"$NODE" "$MAIN" ${args} > /dev/full`);
      expect([status, stderr]).toEqual([
        1,
        'toolthread: The output cannot be written: the disk is full.\n  Make room, or choose another place.\n',
      ]);
    });

    it.each(['export "$FILE" --to jsonl', 'open "$FILE" --full', 'inspect "$FILE"'])(
      '%s: who has read enough is no failure',
      (args) => {
        const { status, stderr } = shell(`"$NODE" "$MAIN" ${args} | head -1 > /dev/null`);
        expect([status, stderr]).toEqual([0, '']);
      },
    );
  });

  it('[issue 11] every agent is named wherever agents are listed', async () => {
    const inRows = (text: string): string => text.replace(/\s+/g, ' ');
    const [sessions, open] = await Promise.all([runHere(['sessions', '--help']), runHere(['open', '--help'])]);
    for (const name of [...LISTED_AGENTS, ...AGENTS]) expect(inRows(sessions.stdout)).toContain(name);
    for (const name of agentNames) expect(inRows(open.stdout)).toContain(name);
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/transcripts.md'), 'utf8');
    for (const name of agentNames) expect(docs).toContain(`\n| ${name} |`);
    const unlisted = agentNames.filter((name) => !LISTED_AGENTS.includes(name));
    expect(
      unlisted,
      'an agent is read, but sessions/session-places.ts says nowhere where it leaves its sessions',
    ).toEqual(['Cline']);
  });
});
