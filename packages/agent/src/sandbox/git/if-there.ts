import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { shownPath, systemPath } from './byte-path.ts';
import { reasonOf } from './reason-of.ts';

/** The last two: no file can have such a name. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/**
 * `ifThere(path, () => lstatSync(systemPath(path)))`: undefined if nothing is there. What cannot be looked at is not known to be absent: a command
 * can hold a file back from the server, or close a folder to it. So any other error is thrown, in words.
 */
export function ifThere<T>(path: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    const code = codeOf(error);
    if (ABSENT.has(code) || (code === 'EACCES' && isClosedByOthers(path))) return undefined;
    throw Object.assign(new Error(`${shownPath(path)} cannot be looked at (${reasonOf(error)})`), { code });
  }
}

/** Git does not get there either, and no command has made it so. */
function isClosedByOthers(path: string): boolean {
  const found = ownerOf(path);
  if (found !== undefined) return found !== process.getuid?.();
  return path !== dirname(path) && isClosedByOthers(dirname(path));
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(systemPath(path)).uid;
  } catch {
    return undefined;
  }
}
