/** What a root of workspaces is known by, and whose it is: the same storage has the same files with it, wherever it is mounted. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const [id, owner] = await Promise.all(
    [ID, OWNER].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
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

/** From now on its files are those of this one. Throws what the system says. */
export function adoptRoot(folder: string, owner: string): void {
  writeFileSync(join(folder, OWNER), `${owner}\n`, { mode: 0o600, flush: true });
}

export function rootIdFile(folder: string): string {
  return join(folder, ID);
}

function wordsIn(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim() || undefined;
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
    const given = wordsIn(folder, name);
    if (given === undefined) throw error;
    return given;
  }
}
