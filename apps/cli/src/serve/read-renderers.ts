import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { systemTrouble } from '../system-trouble.ts';
import { dataInWorkspace } from './data-in-workspace.ts';
import type { ServeOptions } from './serve-options.ts';
import { agentsWriteTo } from './workspace-of.ts';

type ReadRenderers =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly what: string; readonly whatToDo: string };

/**
 * The text of `--renderers`, as it is when the server starts. It runs in the page with the rights of whoever looks at it, so it must not be
 * where an agent writes.
 */
export function readRenderers(options: Pick<ServeOptions, 'data' | 'workspace' | 'renderers'>): ReadRenderers {
  const { renderers } = options;
  if (renderers === undefined) return { ok: true, text: undefined };
  if (agentsWriteTo(options).some((folder) => dataInWorkspace({ data: renderers, workspace: folder })))
    return {
      ok: false,
      what: 'The file of --renderers is in the workspace or the data folder, where an agent could write it; the page would run it.',
      whatToDo: 'Give a file in another folder.',
    };
  try {
    return readOnlyName(renderers);
  } catch (error) {
    return systemTrouble(`--renderers ${renderers} cannot be read`, error);
  }
}

/** A file with two names may be in the workspace by the other one. What is looked at is what is read, whatever becomes of the name meanwhile. */
function readOnlyName(path: string): ReadRenderers {
  const file = openSync(path, 'r');
  try {
    const found = fstatSync(file);
    if (found.nlink <= 1 || !found.isFile()) return { ok: true, text: readFileSync(file, 'utf8') };
    return {
      ok: false,
      what: `The file of --renderers has ${found.nlink} names (hard links). By another one an agent could write it; the page would run it.`,
      whatToDo: 'Copy it, and give the copy.',
    };
  } finally {
    closeSync(file);
  }
}
