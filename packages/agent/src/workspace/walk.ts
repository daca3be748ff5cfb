import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBeneath, opensBeneath } from './open-beneath.ts';
import { DEEPEST } from './locate.ts';
import type { Located } from './locate.ts';

export interface Found {
  /** From the workspace, with slashes. */
  readonly name: string;
  readonly path: string;
  /** `more`: nothing was found here, but the walk gave up before its end. */
  readonly kind: 'file' | 'folder' | 'link' | 'other' | 'more';
}

/** A tool may walk through the workspace for this long. */
export const LONGEST_WALK_MS = 30_000;
/** Folders that are named and not entered. */
const PASSED_OVER = new Set(['.git', 'node_modules']);
const MOST_VISITED = 50_000;
/** After this many entries the event loop goes on with others. */
const AT_ONCE = 32;

interface Folder {
  readonly path: string;
  readonly prefix: string;
  readonly depth: number;
}

/** Asked once for each folder: which of its entries are left out. */
export type PassOver = (
  prefix: string,
  entries: readonly Dirent[],
) => Promise<(name: string, isFolder: boolean) => boolean | Promise<boolean>>;

const NOTHING_PASSED_OVER: PassOver = () => Promise.resolve(() => false);

/** Everything under a folder, sorted, the folder's own files first; links are named and not followed. */
export async function* walk(
  place: Located,
  signal: AbortSignal,
  passOver: PassOver = NOTHING_PASSED_OVER,
  most: number = MOST_VISITED,
): AsyncGenerator<Found> {
  const start = place.name === '.' ? [] : place.name.split('/');
  const folders: Folder[] = [
    { path: place.path, prefix: start.map((name) => `${name}/`).join(''), depth: start.length },
  ];
  let visited = 0;
  let passed = false;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await entriesOf(place.root, folder, most - visited).catch(() => []);
    const below: Folder[] = [];
    const isPassedOver = await passOver(folder.prefix, entries);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      visited += 1;
      if (visited % AT_ONCE === 0) await new Promise((turn) => setImmediate(turn));
      if (signal.aborted || visited > most) {
        yield { name: folder.prefix, path: folder.path, kind: 'more' };
        return;
      }
      if (await isPassedOver(entry.name, entry.isDirectory())) continue;
      const found = { name: folder.prefix + entry.name, path: join(folder.path, entry.name) };
      if (entry.isSymbolicLink()) yield { ...found, kind: 'link' };
      else if (entry.isFile()) yield { ...found, kind: 'file' };
      else if (!entry.isDirectory()) yield { ...found, kind: 'other' };
      else {
        yield { ...found, kind: 'folder' };
        const depth = folder.depth + 1;
        if (depth > DEEPEST) passed = true;
        else if (!PASSED_OVER.has(entry.name)) below.push({ path: found.path, prefix: `${found.name}/`, depth });
      }
    }
    folders.unshift(...below);
  }
  if (passed) yield { name: '', path: place.path, kind: 'more' };
}

/**
 * Of the folder itself, not of whatever a link in its place leads to by now. At most one more than is wanted, so that a
 * folder of millions costs no more than one of thousands.
 */
async function entriesOf(root: string, { path, prefix }: Folder, wanted: number): Promise<Dirent[]> {
  if (!opensBeneath) return take(path, wanted);
  const names = prefix === '' ? ['.'] : prefix.slice(0, -1).split('/');
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  const opened = await openBeneath({ root, names, flags, makesFolders: false });
  try {
    return await take(`/proc/self/fd/${opened.fd}`, wanted);
  } finally {
    await opened.close();
  }
}

async function take(path: string, wanted: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path, { bufferSize: 1024 })) {
    entries.push(entry);
    if (entries.length > wanted) break;
  }
  return entries;
}
