import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWithin } from '../is-within.ts';

/**
 * Whether a path is a folder or lies below it, with links followed. Neither has to exist.
 *
 * @example
 * liesIn('/home/me/project/.venv/bin', '/home/me/project'); //=> true
 */
export function liesIn(path: string, folder: string): boolean {
  return isWithin(leadsTo(path), leadsTo(folder));
}

/** The deepest part that exists, as it really is, and the rest. */
function leadsTo(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(leadsTo(dirname(path)), basename(path));
  }
}
