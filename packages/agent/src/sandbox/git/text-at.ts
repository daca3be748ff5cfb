import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { systemPath } from './byte-path.ts';
import { ifThere } from './if-there.ts';

/** Nobody tells git more in a file. */
export const MOST_BYTES: number = 1024 * 1024;

/** Byte for byte; empty if there is no file. What is there and cannot be read is an error: it may say anything. */
export function textAt(path: string): string {
  return bytesAt(path, 'followed')?.toString('latin1') ?? '';
}

/**
 * What a regular file of at most `MOST_BYTES` holds; a larger one is an error. It is looked at what was opened: a command may put a pipe in its place meanwhile, which nobody writes
 * to, and nobody waits for that, nor for a lease that somebody has on the file.
 */
export function bytesAt(path: string, links: 'followed' | 'not followed'): Buffer | undefined {
  return ifThere(path, () => {
    const file = openSync(systemPath(path), links === 'followed' ? NOT_WAITING : NOT_WAITING | constants.O_NOFOLLOW);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) return undefined;
      if (found.size > MOST_BYTES) throw new Error('too large');
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  });
}

const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
