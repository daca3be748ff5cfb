import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunFolder {
  readonly path: string;
  readonly remove: () => void;
}

/** A folder of the system's that is kept in memory: files in it cost the processor a third less than those on a disk. */
const IN_MEMORY = '/dev/shm';
/** A run of all tests has a fraction of it at any time. */
const ENOUGH_BYTES = 4_000_000_000;

/** The temporary folder of one run of tests: all that they write is in it, and all that they start can be found by it. */
export function makeRunFolder(): RunFolder {
  const path = inMemory() ?? made(realpathSync(tmpdir()));
  // Some tests run a program as another user, in a folder below.
  chmodSync(path, 0o711);
  process.env['TMPDIR'] = path;
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Short: sockets have a longest path. */
function made(place: string): string {
  return mkdtempSync(join(place, 'tt-'));
}

/** Where there is room for a run, and programs may be run. */
function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    const path = made(IN_MEMORY);
    if (runsPrograms(path)) return path;
    rmSync(path, { recursive: true, force: true });
    return undefined;
  } catch {
    return undefined;
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
