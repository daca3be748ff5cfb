import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { systemTrouble } from '../system-trouble.ts';
import { dataInWorkspace } from '../workspaces/data-in-workspace.ts';
import type { ServeOptions } from './options/serve-options.ts';
import { agentsWriteTo } from '../workspaces/workspace-of.ts';

type ReadRenderers =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly what: string; readonly whatToDo: string };

/**
 * The text of `--renderers`, as it is when the server starts. It runs in the page with the rights of whoever looks at it, so it must not be
 * where an agent writes.
 */
export function readRenderers(
  options: Pick<ServeOptions, 'data' | 'workspace' | 'renderers'> & Partial<Pick<ServeOptions, 'workspaces'>>,
): ReadRenderers {
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

const MOST_BYTES = 10_000_000;

function decoded(path: string, bytes: Uint8Array): ReadRenderers {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const what = `--renderers ${path} is not valid UTF-8 text.`;
    return { ok: false, what, whatToDo: 'Save it as UTF-8.' };
  }
}

/** A file with two names may be in the workspace by the other one. What is looked at is what is read, whatever becomes of the name meanwhile. */
function readOnlyName(path: string): ReadRenderers {
  // A pipe would be waited for as it is opened, and a device may never end.
  const kind = statSync(path);
  if (!kind.isFile() && !kind.isDirectory())
    return { ok: false, what: `--renderers ${path} is not a regular file.`, whatToDo: 'Give the file of a module.' };
  const file = openSync(path, 'r');
  try {
    const found = fstatSync(file);
    if (found.size > MOST_BYTES)
      return {
        ok: false,
        what: `--renderers ${path} has ${found.size} bytes. Every page that is opened would load them.`,
        whatToDo: `Give a module of ${MOST_BYTES} bytes at most.`,
      };
    if (found.nlink <= 1 || !found.isFile()) return decoded(path, readFileSync(file));
    return {
      ok: false,
      what: `The file of --renderers has ${found.nlink} names (hard links). By another one an agent could write it; the page would run it.`,
      whatToDo: 'Copy it, and give the copy.',
    };
  } finally {
    closeSync(file);
  }
}
