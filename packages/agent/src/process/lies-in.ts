import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** `liesIn('/home/me/project/.venv/bin', '/home/me/project')`: the same folder or below it, with links followed. Neither has to exist. */
export function liesIn(path: string, folder: string): boolean {
  const [inner, outer] = [leadsTo(path), leadsTo(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** The deepest part that exists, as it really is, and the rest. */
function leadsTo(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(leadsTo(dirname(path)), basename(path));
  }
}
