/** By what a file or a folder that git obeys is known again: which file it is, what it holds, where it leads. */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { systemPath } from './byte-path.ts';
import { ifThere } from './if-there.ts';
import { bytesAt, MOST_BYTES } from './text-at.ts';

/** Git runs nothing that is deeper. */
const DEPTH = 3;

/** `fingerprint(bytePath('/home/me/project/.git/config'))`. It throws if something is there and cannot be looked at. */
export function fingerprint(path: string): string {
  const hash = createHash('sha256');
  add(path, hash, DEPTH);
  return hash.digest('base64url');
}

function add(path: string, hash: Hash, depth: number): void {
  const place = systemPath(path);
  const found = ifThere(path, () => lstatSync(place, { bigint: true }));
  if (found === undefined) return;
  const times = `${found.mtimeNs} ${found.ctimeNs}\0`;
  if (found.isSymbolicLink()) {
    hash.update(`link ${readlinkSync(place, 'latin1')}\0`);
    return;
  }
  if (found.isDirectory()) {
    hash.update('folder\0');
    const names = depth === 0 ? [] : permitted(() => readdirSync(place, 'latin1'));
    if (names === undefined) hash.update(times);
    for (const name of (names ?? []).filter((one) => !one.endsWith('.sample')).toSorted()) {
      hash.update(`${name}\0`);
      add(join(path, name), hash, depth - 1);
    }
    return;
  }
  const isSmallFile = found.isFile() && found.size <= MOST_BYTES;
  hash.update(`${found.mode} ${found.dev} ${found.ino} ${found.size}\0`);
  // Of larger files, and of what may not be read, it is enough when they were changed.
  hash.update((isSmallFile ? permitted(() => bytesAt(path, 'not followed')) : undefined) ?? times);
}

function permitted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined;
    throw error;
  }
}
