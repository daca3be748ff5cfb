import { readFileSync } from 'node:fs';
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
    return { ok: true, text: readFileSync(renderers, 'utf8') };
  } catch (error) {
    return systemTrouble(`--renderers ${renderers} cannot be read`, error);
  }
}
