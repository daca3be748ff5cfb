/** What a root of workspaces is known by, and whose it is: the same storage has the same files with it, wherever it is mounted. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileText } from '../file-text.ts';

const ID = '.toolthread-root';
const OWNER = '.toolthread-database';

/** `rootId('/srv/workspaces')`: undefined if that is no root, or its storage is not there. */
export function rootId(folder: string): string | undefined {
  return wordsIn(folder, ID);
}

/** Which copy of which database has the files there (`Workspaces.owner`). Undefined: whoever comes first. */
export function rootOwner(folder: string): string | undefined {
  return wordsIn(folder, OWNER);
}

/** The same, without waiting: storage over a network may not answer. */
export async function rootMarks(folder: string): Promise<{ readonly id: string; readonly owner: string }> {
  const [id, owner] = await Promise.all([ID, OWNER].map((name) => wordsLater(join(folder, name)).catch(() => '')));
  return { id: id?.trim() ?? '', owner: owner?.trim() ?? '' };
}

/** The one it has, or else this one. Throws what the system says. */
export function giveRootId(folder: string, id: string = randomUUID()): string {
  return firstIn(folder, ID, id);
}

/** The one it has, or else this one. Throws what the system says. */
export function giveRootOwner(folder: string, owner: string): string {
  return firstIn(folder, OWNER, owner);
}

/** From now on its files are those of this one. Throws what the system says. It takes the place of what is there: a pipe would be waited for. */
export function adoptRoot(folder: string, owner: string): void {
  const next = join(folder, `${OWNER}.${randomUUID()}`);
  try {
    writeFileSync(next, `${owner}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(next, join(folder, OWNER));
  } finally {
    rmSync(next, { force: true });
  }
}

export function rootIdFile(folder: string): string {
  return join(folder, ID);
}

/** A pipe in its place would be waited for. */
async function wordsLater(path: string): Promise<string> {
  const found = await stat(path);
  return found.isFile() && found.size < MOST_BYTES ? readFile(path, 'utf8') : '';
}

const MOST_BYTES = 1000;

function wordsIn(folder: string, name: string): string | undefined {
  try {
    return fileText(join(folder, name))?.trim() || undefined;
  } catch {
    return undefined;
  }
}

function firstIn(folder: string, name: string, words: string): string {
  try {
    writeFileSync(join(folder, name), `${words}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return words;
  } catch (error) {
    // Another node was first.
    const given = fileText(join(folder, name))?.trim() ?? '';
    if (given === '') throw error;
    return given;
  }
}
