/** Which folders an agent may be sent to. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { liesIn } from '@toolthread/agent';

export interface AllowedFolders {
  /** Those that were named when the server was started. */
  readonly named: readonly string[];
  /** Folders below which any other may be chosen. */
  readonly below: readonly string[];
  /** No agent is sent there, nor above: the ledger and the token are there, and files of other threads. */
  readonly closed: readonly string[];
}

export type Judged = { readonly ok: true; readonly folder: string } | { readonly ok: false; readonly problem: string };

/** `await judgeFolder(path, allowed)`: the folder as it really is, which is what is recorded; or why not, as a message. */
export async function judgeFolder(path: string, { named, below, closed }: AllowedFolders): Promise<Judged> {
  if (!isAbsolute(path)) return refused('A folder is named by its whole path, from / on.');
  const folder = await real(path);
  if (folder === undefined) return refused('There is no such folder.');
  if (!(await stat(folder)).isDirectory()) return refused('This is not a folder.');
  const places = (await Promise.all(named.map(real))).filter((place) => place === folder);
  const roots = (await Promise.all(below.map(real))).filter((root) => root !== undefined && liesIn(folder, root));
  const allowing = [...places, ...roots].filter((one) => one !== undefined);
  if (allowing.length === 0)
    return refused('Agents may not work in this folder. Allow it when the server starts: --workspaces DIR.');
  for (const path of closed) {
    const own = (await real(path)) ?? path;
    // The operator may have named a folder inside of shared storage, beside those of threads.
    const isNamed = allowing.some((one) => one !== own && liesIn(one, own));
    if (liesIn(own, folder) || (liesIn(folder, own) && !isNamed))
      return refused('The data of this server is there. No agent can work in it.');
  }
  return { ok: true, folder };
}

/**
 * The same again before each run: what was recorded is the real path, so that a link that somebody put in its place since then, or above it, leads nowhere.
 */
export async function heldFolder(recorded: string, allowed: AllowedFolders): Promise<Judged> {
  const judged = await judgeFolder(recorded, allowed);
  if (judged.ok && judged.folder !== recorded)
    return refused('The folder that was chosen is a link now, which leads elsewhere. Choose it again.');
  return judged;
}

async function real(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function refused(problem: string): Judged {
  return { ok: false, problem };
}
