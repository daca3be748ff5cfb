import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '@toolthread/core/json';

/**
 * Makes a folder, with those above it, for its owner only. Throws what the system says. One at a time: if a folder cannot be made
 * though the one above it is there, as in /proc, Node's own `recursive` never ends.
 *
 * @example
 * import { existsSync } from 'node:fs';
 * const folder = `${exampleFolder()}/a/b`;
 * makeFolder(folder);
 * existsSync(folder); //=> true
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isThere(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) make(folder);
}

/** Somebody else may have made it meanwhile. */
function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !isThere(folder)) throw error;
  }
}

function isThere(path: string): boolean {
  return dirname(path) === path || statSync(path, { throwIfNoEntry: false }) !== undefined;
}
