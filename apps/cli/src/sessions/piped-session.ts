import { createWriteStream, fstatSync, mkdtempSync, rmSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Trouble } from '../system-trouble.ts';

/** By the file that each piped session is in: the standard input it came from. */
const INPUTS = new Map<string, Stats>();

/** A session from standard input, `-`: readers go back in a file, so it is in one of its own until the program ends. */
export async function pipedSession(): Promise<{ readonly path: string } | Trouble> {
  if (process.stdin.isTTY)
    return { ok: false, what: 'Nothing is piped.', whatToDo: 'cat session.jsonl | toolthread open -' };
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-piped-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
  const path = join(folder, 'session.jsonl');
  INPUTS.set(path, fstatSync(0));
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return { path };
}

/** The standard input, of a session that came from there: it may be a file. */
export function pipedFrom(path: string): Stats | undefined {
  return INPUTS.get(path);
}

/** What is said of a session that was piped: the file that it is in is not the person's. */
export function sayPiped(said: string): string {
  return [...INPUTS.keys()].reduce((text, path) => text.replaceAll(path, 'Standard input'), said);
}
