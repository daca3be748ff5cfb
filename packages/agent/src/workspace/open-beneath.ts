/**
 * Opens a file so that no link on the way is ever followed, whoever swaps folders meanwhile: each folder is opened from
 * the one before it, never by its path from the root.
 */
import { constants, existsSync } from 'node:fs';
import { mkdir, open, readlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { codeOf } from '@toolthread/core/json';

export interface Beneath {
  /** A real path. */
  readonly root: string;
  /** From the root, none of them `.` or `..`. */
  readonly names: readonly string[];
  readonly flags: number;
  /** Folders that are missing on the way are made. */
  readonly makesFolders: boolean;
}

/** Where an open folder can be entered by its descriptor: on Linux. */
export const opensBeneath: boolean = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Rejects as `open` does; a link on the way is `ELOOP` or `ENOTDIR`. */
export function openBeneath({ flags, ...beneath }: Beneath): Promise<FileHandle> {
  return inFolderBeneath(beneath, (path) => open(path, flags | NO_LINK, 0o644));
}

/** `await inFolderBeneath({ root, names, makesFolders: false }, unlink)`: in the folder that is really there, whatever its path leads to by then. */
export async function inFolderBeneath<T>(
  { root, names, makesFolders }: Omit<Beneath, 'flags'>,
  act: (path: string) => Promise<T>,
): Promise<T> {
  let folder = await open(root, FOLDER);
  try {
    // The only one that is opened by its path: what is a link by now, or is behind one, is another folder.
    if ((await readlink(`/proc/self/fd/${folder.fd}`)) !== root)
      throw Object.assign(new Error(root), { code: 'ELOOP' });
    for (const name of names.slice(0, -1)) {
      const next = await openFolder(`/proc/self/fd/${folder.fd}/${name}`, makesFolders);
      await folder.close();
      folder = next;
    }
    return await act(`/proc/self/fd/${folder.fd}/${names.at(-1) ?? '.'}`);
  } finally {
    await folder.close();
  }
}

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

async function openFolder(path: string, makes: boolean): Promise<FileHandle> {
  if (makes) {
    await mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  return open(path, FOLDER | NO_LINK);
}
