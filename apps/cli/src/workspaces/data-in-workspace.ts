import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { ServeOptions } from '../serve/options/serve-options.ts';

/**
 * `dataInWorkspace(options)`: the agent could read every thread there, and write the ledger; an undo would find the ledger itself among
 * the files that changed.
 */
export function dataInWorkspace({ data, workspace }: Pick<ServeOptions, 'data' | 'workspace'>): boolean {
  if (workspace === undefined) return false;
  const way = relative(leadsTo(workspace), leadsTo(data));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of the deepest folder that exists, and the rest of the path. */
function leadsTo(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(leadsTo(dirname(path)), basename(path));
  }
}
