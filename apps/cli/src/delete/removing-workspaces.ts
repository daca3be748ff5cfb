/** The folders that the server itself made for threads go with them. */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ledger } from '@toolthread/store';

export interface WorkspaceRoots {
  /** Folders in which the server makes one for each thread, called as the thread is. */
  readonly roots: readonly string[];
  /** The name of this server among others on the database. */
  readonly node: string;
  readonly onError: (error: unknown) => void;
}

/** Other nodes, and commands, delete threads whose files are here. */
const LOOK_MS = 60_000;

/** `removingWorkspaces(ledger, { roots, node, onError })`: the same ledger; what it deletes leaves no folder behind. */
export function removingWorkspaces(ledger: Ledger, { roots, node, onError }: WorkspaceRoots): Ledger {
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  async function removeAll(): Promise<void> {
    const left = closed ? undefined : await ledger.leftFiles.of(node);
    // Whoever wants something of a ledger that does not answer is told so.
    for (const thread of left?.ok === true ? left.value : []) {
      // What cannot be removed keeps nobody else's files here.
      await removeWorkspace(roots, thread)
        .then(() => ledger.leftFiles.removed(thread))
        .catch(onError);
    }
  }

  function look(): Promise<void> {
    looking = looking.then(removeAll).catch(onError);
    return looking;
  }

  const timer = setInterval(() => void look(), LOOK_MS).unref();
  void look();
  return {
    ...ledger,
    async deleteThread(thread) {
      const deleted = await ledger.deleteThread(thread);
      if (deleted.ok) await look();
      return deleted;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await ledger.close();
    },
  };
}

/** A link that was put in its place is left as it is, and so is where it leads. */
async function removeWorkspace(roots: readonly string[], thread: string): Promise<void> {
  // The id of a thread is no path. One that looks so had no folder of its own.
  if (thread !== basename(thread) || thread === '.' || thread === '..' || thread === '') return;
  for (const root of roots) {
    const folder = join(root, thread);
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true) continue;
    await rm(folder, { recursive: true, force: true }).catch(async () => {
      await openFolders(folder);
      await rm(folder, { recursive: true, force: true });
    });
  }
}

/** A folder that its owner may not write to holds what is in it: caches of packages are made so. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
}
