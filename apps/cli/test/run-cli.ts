import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Its sources, or what was compiled of them for this run. */
export const MAIN: string = process.env['TEST_CLI'] ?? join(import.meta.dirname, '../src/main.ts');
/** Starting a process takes long on a busy machine. */
export const PATIENCE_MS = 600_000;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly home?: string;
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** The real program in a process of its own: `await runCli(['--help'])`. Its home is empty unless one is given. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = startCli(args, options);
  const [stdout, stderr] = [printedBy(child, 'stdout'), printedBy(child, 'stderr')];
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: stdout(), stderr: stderr() };
}

export function startCli(args: readonly string[], options: RunOptions = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd,
    env: surroundings(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The variables that the program has. */
export function surroundings({ home = folder(), env = {} }: RunOptions): NodeJS.ProcessEnv {
  const { NO_COLOR: _colour, FORCE_COLOR: _forced, COLUMNS: _columns, ...inherited } = process.env;
  return {
    ...inherited,
    // Times are told in the reader's time zone.
    TZ: 'UTC',
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.data'),
    ...env,
    HOME: home,
  };
}

/** What has arrived so far. */
export function printedBy(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = [];
  child[stream]?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** A data folder, as a server leaves it behind at its first start. */
export function dataFolder(): string {
  const data = folder();
  writeFileSync(join(data, 'ledger.db'), '');
  return data;
}

const made: string[] = [];
afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
});

/** An empty folder of its own, until the tests of the file have ended. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'toolthread-cli-'));
  made.push(path);
  return path;
}
