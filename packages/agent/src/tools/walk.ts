import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBeneath, opensBeneath } from './open-beneath.ts';
import type { Located } from './workspace.ts';

export interface Found {
  /** From the workspace, with slashes. */
  readonly name: string;
  readonly path: string;
  /** `more`: nothing was found here, but the walk gave up before its end. */
  readonly kind: 'file' | 'folder' | 'link' | 'other' | 'more';
}

/** Full of what nobody wants to see. */
const PASSED_OVER = new Set(['.git', 'node_modules']);
const MOST_VISITED = 50_000;

/** Everything under a folder, sorted, the folder's own files first; links are named and not followed. */
export async function* walk(place: Located, signal: AbortSignal): AsyncGenerator<Found> {
  const folders = [{ path: place.path, prefix: place.name === '.' ? '' : `${place.name}/` }];
  let visited = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await entriesOf(place.root, folder).catch(() => []);
    const below: typeof folders = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      visited += 1;
      if (signal.aborted || visited > MOST_VISITED) {
        yield { name: folder.prefix, path: folder.path, kind: 'more' };
        return;
      }
      const found = { name: folder.prefix + entry.name, path: join(folder.path, entry.name) };
      if (entry.isSymbolicLink()) yield { ...found, kind: 'link' };
      else if (entry.isFile()) yield { ...found, kind: 'file' };
      else if (!entry.isDirectory()) yield { ...found, kind: 'other' };
      else {
        yield { ...found, kind: 'folder' };
        if (!PASSED_OVER.has(entry.name)) below.push({ path: found.path, prefix: `${found.name}/` });
      }
    }
    folders.unshift(...below);
  }
}

/** Of the folder itself, not of whatever a link in its place leads to by now. */
async function entriesOf(root: string, folder: { readonly path: string; readonly prefix: string }): Promise<Dirent[]> {
  if (!opensBeneath) return readdir(folder.path, { withFileTypes: true });
  const names = folder.prefix === '' ? ['.'] : folder.prefix.slice(0, -1).split('/');
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  const opened = await openBeneath({ root, names, flags, makesFolders: false });
  try {
    return await readdir(`/proc/self/fd/${opened.fd}`, { withFileTypes: true });
  } finally {
    await opened.close();
  }
}
