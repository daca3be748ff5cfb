/** What a root of workspaces is known by: the same storage has the same id, wherever it is mounted. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '.toolthread-root';

/** `rootId('/srv/workspaces')`: undefined where that is no root, or its storage is not there. */
export function rootId(folder: string): string | undefined {
  try {
    return readFileSync(rootIdFile(folder), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The one it has, or else this one. Throws what the system says. */
export function giveRootId(folder: string, id: string = randomUUID()): string {
  try {
    writeFileSync(rootIdFile(folder), `${id}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return id;
  } catch (error) {
    // Another node was first.
    const given = rootId(folder);
    if (given === undefined) throw error;
    return given;
  }
}

export function rootIdFile(folder: string): string {
  return join(folder, NAME);
}
