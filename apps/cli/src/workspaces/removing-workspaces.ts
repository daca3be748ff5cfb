/** The folders that the server itself made for threads go with them. */
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ledger, LeftWorkspace } from '@toolthread/store';
import type { KnownRoots } from './known-roots.ts';
import { waitingWords } from './waiting-words.ts';

export interface RemovingOptions {
  readonly roots: KnownRoots;
  /** The name of this server among others on the database. */
  readonly node: string;
  readonly onError: (error: unknown) => void;
  /** In words, once for each storage: what deleted threads left there stays until it is back. */
  readonly onWaiting: (words: string) => void;
  /** A root, by its id: an operator said that it is gone for good. */
  readonly onForgotten: (root: string) => void;
}

/** Other nodes, and commands, delete threads whose files are here. */
const LOOK_MS = 60_000;

/** `removingWorkspaces(ledger, { roots, node, onError, onWaiting, onForgotten })`: the same ledger; what it deletes leaves no folder behind. */
export function removingWorkspaces(
  ledger: Ledger,
  { roots, node, onError, onWaiting, onForgotten }: RemovingOptions,
): Ledger {
  let looking: Promise<void> = Promise.resolve();
  let closed = false;
  const told = new Set<string>();

  async function removeAll(): Promise<void> {
    if (closed) return;
    for (const root of await roots.refresh()) onForgotten(root);
    const left = await ledger.workspaces.left();
    // Whoever wants something of a ledger that does not answer is told so.
    const waiting: LeftWorkspace[] = [];
    for (const one of left.ok ? left.value : []) {
      // What cannot be removed keeps nobody else's files here.
      const isGone = await removeLeft(one).catch(onError);
      if (isGone === false) waiting.push(one);
    }
    tell(waiting);
  }

  /** Only whoever has the storage knows that nothing is left there. */
  async function removeLeft(left: LeftWorkspace): Promise<boolean> {
    const places = placesOf(left);
    if (places.length === 0) return false;
    for (const { path } of places) await removeWorkspace(path, left.thread);
    if (!places.every(roots.isThere)) return false;
    await ledger.workspaces.removed(left);
    return true;
  }

  /** Nothing is removed if this server was not started to work: the database may be a copy, and the files those of who works with the first one. */
  function placesOf({ root, node: whose }: LeftWorkspace): KnownRoots['used'] {
    if (root === undefined) return whose === undefined || whose === node ? roots.used : [];
    return roots.used.filter((used) => used.id === root && roots.isThere(used));
  }

  /** Once for each storage that this node had. Others tell of theirs. */
  function tell(waiting: readonly LeftWorkspace[]): void {
    for (const [root, threads] of Map.groupBy(waiting, (one) => one.root)) {
      if (root === undefined || told.has(root) || !roots.about(root).some((known) => known.node === node)) continue;
      told.add(root);
      onWaiting(waitingWords(threads, roots.about(root)));
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
async function removeWorkspace(root: string, thread: string): Promise<void> {
  // The id of a thread is no path. One that looks so had no folder of its own.
  if (thread !== basename(thread) || thread === '.' || thread === '..' || thread === '') return;
  const folder = join(root, thread);
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await openFolders(folder);
    await rm(folder, { recursive: true, force: true });
  });
}

/** A folder that its owner may not write to holds what is in it: caches of packages are made so. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
}
