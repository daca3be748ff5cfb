import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

const MAIN = join(import.meta.dirname, '../../apps/cli/src/main.ts');
const TELL_PEAK = import.meta.resolve('./tell-peak.ts');

export interface Measured {
  /** In bytes. Undefined if the command was ended by the system. */
  readonly peak: number | undefined;
  /** Of processor time. */
  readonly seconds: number | undefined;
  readonly written: number;
  readonly code: number | null;
  /** The end of what it said on its standard error. */
  readonly said: string;
}

/** `await runMeasured(['inspect', 'session.jsonl'], {})`: what it prints goes into a pipe, and is counted. */
export async function runMeasured(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', TELL_PEAK, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, INIT_CWD: undefined, ...env },
  });
  const [, output, errors, told] = child.stdio;
  let written = 0;
  output?.on('data', (chunk: Buffer) => (written += chunk.length));
  const [figures, said] = await Promise.all([all(told), all(errors), once(child, 'close')]);
  const [peak, microseconds] = figures.split(' ').filter(Boolean).map(Number);
  const seconds = microseconds === undefined ? undefined : microseconds / 1_000_000;
  const last = said.trim().split('\n').slice(-1).join('');
  return { peak, seconds, written, code: child.exitCode, said: last };
}

function all(from: Readable | Writable | null | undefined): Promise<string> {
  if (from instanceof Readable) return text(from);
  throw new Error('a pipe is missing');
}
