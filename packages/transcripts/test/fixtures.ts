/** Every fixture: a file as its program would have left it, with invented words. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { LedgerEvent, Thread, ThreadState } from '@toolthread/core';
import { readTranscript } from '../src/index.ts';
import type { Format, ReadTranscript } from '../src/index.ts';
import { formatReaders } from '../src/transcript/format-readers.ts';

export const FIXTURES: string = join(import.meta.dirname, '..', 'fixtures');

export interface Fixture {
  /** `codex/bare.jsonl` */
  readonly name: string;
  readonly format: Format;
  readonly path: string;
  readonly bytes: Buffer;
}

/** A folder of fixtures has the name of its format. */
function formatOf(folder: string): Format {
  const reader = formatReaders.find(({ format }) => format === folder);
  if (reader === undefined) throw new Error(`fixtures/${folder}: no reader in format-readers.ts is of that format`);
  return reader.format;
}

export const fixtures: readonly Fixture[] = globSync('*/*.{json,jsonl}', { cwd: FIXTURES })
  .map((file) => file.split(sep).join('/'))
  .sort()
  .map((name) => ({
    name,
    format: formatOf(dirname(name)),
    path: join(FIXTURES, name),
    bytes: readFileSync(join(FIXTURES, name)),
  }));

export function fixture(name: string): Fixture {
  const found = fixtures.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no fixture ${name} (${basename(name)})`);
  return found;
}

/** `outline(readFixture('codex/bare.jsonl'))` */
export function readFixture(name: string): ReadTranscript {
  return readTranscript(fixture(name).bytes);
}

/** All that a view shows: the state without its checkpoints, each of which holds the ones before it. */
export function seen({ state, drawn }: Thread): object {
  const { account, log, title, life, anomalies } = state;
  return { timeline: drawn.view, account, log, title, life, anomalies: anomalies.count };
}

/** Events as they would be written: quick to compare. */
export function written(events: readonly LedgerEvent[]): string {
  return JSON.stringify(events);
}

/** `[L4]`: every record has one fate. */
export function accountAddsUp(state: ThreadState): boolean {
  const { records, shown, folded, hidden } = state.account;
  let sum = shown + folded;
  for (const [, count] of hidden.entries()) sum += count;
  return records === sum;
}
