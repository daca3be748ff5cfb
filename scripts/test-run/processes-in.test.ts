import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processesIn } from './processes-in.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'left-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Says `ready` when it has its folder and its environment. */
async function started({
  name = 'sleep',
  ...options
}: {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly name?: string;
}): Promise<ChildProcess> {
  const { PATH = '' } = process.env;
  const child = spawn('bash', ['-c', 'echo ready; exec -a "$0" sleep 600', name], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
    env: { PATH, ...options.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((heard) => child.stdout?.once('data', heard));
  return child;
}

describe.runIf(process.platform === 'linux')('[M7] what a run of the tests left behind', () => {
  test.each([
    ['told of the folder', (run: string) => ({ env: { TMPDIR: run } })],
    ['told of a folder below it', (run: string) => ({ env: { HOME: join(run, 'home') } })],
    ['at work in it, and told nothing', (run: string) => ({ cwd: run })],
    ['told of it in its command', (run: string) => ({ name: join(run, 'sleep') })],
  ])('a process that was %s is found, with its command, until it is gone', async (_, options) => {
    const run = folder();
    expect(processesIn(run)).toEqual([]);
    const { pid = 0 } = await started(options(run));
    // The shell becomes `sleep` after it spoke, and for that moment the system shows neither its command nor its environment.
    await expect.poll(() => processesIn(run)).toEqual([{ pid, command: expect.stringContaining('sleep 600') }]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processesIn(run)).toEqual([]);
  });

  test('one of another run is not', async () => {
    const run = folder();
    await started({ env: { TMPDIR: `${run}-of-another` } });
    expect(processesIn(run)).toEqual([]);
  });
});
