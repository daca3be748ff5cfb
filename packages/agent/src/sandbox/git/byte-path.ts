/**
 * Paths as the system has them: a name need not be UTF-8. Each character stands for one byte, so that every name can be joined,
 * compared and sent as JSON, and none is lost.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** `bytePath('/home/me/schön')` */
export function bytePath(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** For the functions of `node:fs`. */
export function systemPath(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** For people: what is not UTF-8 is shown as �. */
export function shownPath(path: string): string {
  return systemPath(path).toString();
}

/** Below it, and not it. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Below one of them, of which there may be very many. */
export function isBelowOneOf(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}

const MOST_BYTES = 1024 * 1024;

/** Byte for byte; empty if there is no file, or one that is too large for what git is told. */
export function textAt(path: string): string {
  return bytesAt(path, 'followed')?.toString('latin1') ?? '';
}

/**
 * What a regular file of at most 1 MB holds. It is looked at what was opened: a command may put a pipe in its place meanwhile, which nobody writes to, and nobody waits for that.
 */
export function bytesAt(path: string, links: 'followed' | 'not followed'): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(systemPath(path), links === 'followed' ? NOT_WAITING : NOT_WAITING | constants.O_NOFOLLOW);
    const found = fstatSync(file);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
