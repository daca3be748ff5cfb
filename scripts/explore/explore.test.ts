import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processesIn } from '../test-run/processes-in.ts';

interface Exploring {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly lines: readonly string[];
  readonly ended: Promise<number | null>;
}

/** `npm run explore`, on one file, when it has said where it works. */
async function explore(...args: readonly string[]): Promise<Exploring> {
  const { PATH = '', HOME = '' } = process.env;
  const script = join(import.meta.dirname, '../explore.ts');
  const child = spawn(process.execPath, [script, '--workers', '1', ...args, 'structure/persistent-map'], {
    env: { PATH, HOME, TMPDIR: process.env['TMPDIR'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines: string[] = [];
  const output = createInterface(child.stdout);
  output.on('line', (line) => lines.push(line));
  await new Promise((heard) => output.once('line', heard));
  return { child, folder: /^Temporary files are in (.*)\.$/.exec(lines[0] ?? '')?.[1] ?? '', lines, ended };
}

describe.runIf(process.platform === 'linux')('[M7] a search for counterexamples that is cut short', () => {
  test.each([
    ['SIGINT', 'in its first round', 0],
    ['SIGTERM', 'after a round', 1],
  ] as const)('leaves no process and no file: %s %s', async (signal, _, rounds) => {
    const { child, folder, lines, ended } = await explore();
    expect(existsSync(folder)).toBe(true);
    await expect.poll(() => lines.filter((line) => line.startsWith('seed ')).length).toBeGreaterThanOrEqual(rounds);
    // Of the program that runs tests, and of what that has started.
    await expect.poll(() => processesIn(folder)?.length).toBeGreaterThan(1);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect([processesIn(folder), existsSync(folder)]).toEqual([[], false]);
    expect(lines.at(-1)).toMatch(/^\d+ rounds, \d+ tests with properties, \d+ cases, 0 counterexamples$/);
    if (rounds > 0) expect(lines[1]).toMatch(/^seed \d+: [1-9]\d* properties, \d+ s$/);
  });

  test('leaves none after its time', async () => {
    const { folder, ended } = await explore('--minutes', '0.01');
    expect(await ended).toBe(0);
    expect([processesIn(folder), existsSync(folder)]).toEqual([[], false]);
  });
});
