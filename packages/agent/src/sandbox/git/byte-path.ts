/**
 * Paths as the system has them: a name need not be UTF-8. Each character stands for one byte, so that every name can be joined,
 * compared and sent as JSON, and none is lost.
 */
import { readFileSync, statSync } from 'node:fs';

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

const MOST_BYTES = 1024 * 1024;

/** Byte for byte; empty where there is no file, or one that is too large for what git is told. */
export function textAt(path: string): string {
  try {
    const found = statSync(systemPath(path));
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(systemPath(path), 'latin1') : '';
  } catch {
    return '';
  }
}
