import { closeSync, constants, fstatSync, lchownSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What root has made in a data folder of somebody else is given to its owner: their server has to write it. Only what is right in the
 * folder, and has no second name elsewhere: whoever owns the folder shall not get a file of root's by it.
 */
export function giveToOwner(data: string): void {
  if (process.geteuid?.() !== 0) return;
  // Held open: nobody puts another folder in its place meanwhile.
  const folder = openSync(data, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const { uid, gid } = fstatSync(folder);
    const held = process.platform === 'linux' ? `/proc/self/fd/${folder}` : data;
    for (const name of uid === 0 ? [] : readdirSync(held)) {
      const made = lstatSync(join(held, name), { throwIfNoEntry: false });
      if (made?.uid !== 0) continue;
      if (made.isDirectory() || (made.isFile() && made.nlink === 1)) lchownSync(join(held, name), uid, gid);
    }
  } finally {
    closeSync(folder);
  }
}

/** The same at the end of this process, however it comes to an end by itself. */
export function giveToOwnerAtEnd(data: string): void {
  if (process.geteuid?.() !== 0) return;
  if (atEnd.size === 0) process.once('exit', giveAll);
  atEnd.add(data);
}

const atEnd = new Set<string>();

function giveAll(): void {
  for (const data of atEnd) {
    try {
      giveToOwner(data);
    } catch {
      // The folder is gone.
    }
  }
}
