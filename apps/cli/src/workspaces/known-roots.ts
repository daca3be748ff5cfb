/** The folders in which threads of this database have theirs: as this server was started, and as any other was before. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@toolthread/store';
import type { Ledger, UsedRoot, WorkspaceRoot, Workspaces } from '@toolthread/store';
import { UnreadableFile } from '../file-text.ts';
import { dataInWorkspace } from './data-in-workspace.ts';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { adoptRoot, giveRootId, giveRootOwner, rootId, rootMarks, rootOwner } from './root-id.ts';
import { ownerTrouble, rootTrouble } from './root-trouble.ts';
import type { GivenRoot } from './root-trouble.ts';

/** For anybody: where the storage is, the log says. */
export const STORAGE_MISSING = 'The storage with files of threads is not there.';

export interface KnownRoots {
  /** Those that are on this machine now. */
  folders(): readonly string[];
  /** Those that this server makes folders in. */
  readonly used: readonly Pick<UsedRoot, 'id' | 'path'>[];
  /** What is known of it. */
  about(id: string): readonly WorkspaceRoot[];
  /** Makes the folder of a thread. Whoever deletes the thread knows then where it is. */
  make(thread: string, folder: string): Promise<void>;
  /** Whether the folder is there, in storage that is this database's. */
  holds(folder: string): boolean;
  /** Another node may have been started with another root. Gives those that were forgotten since, by id. */
  refresh(): Promise<readonly string[]>;
  /** In words: a root of this server is not there now, or is another database's. */
  trouble(): Promise<string | undefined>;
  /** Whether this is one that this server has, and its storage is there. */
  isThere(root: Pick<UsedRoot, 'id' | 'path'>): boolean;
}

export interface OwnRoots {
  readonly node: string;
  /** Below the data folder; made if there is none. */
  readonly own: string;
  /** Storage that other nodes have, too. */
  readonly shared: string | undefined;
  /** A folder in which agents work whatever their thread is. */
  readonly workspace: string | undefined;
  /** The ledger is a file in the same data folder as `own`. */
  readonly isBesideLedger: boolean;
}

type Opened = { readonly ok: true; readonly roots: KnownRoots } | Trouble;

/** `await openRoots(ledger, { node: 'a', own: '/data/workspaces', shared: undefined, workspace: undefined, isBesideLedger: true })` */
export async function openRoots({ workspaces }: Pick<Ledger, 'workspaces'>, given: OwnRoots): Promise<Opened> {
  const { node, own, shared, workspace, isBesideLedger } = given;
  const [before, whose] = [await workspaces.roots(), await workspaces.owner()];
  if (!before.ok) return { ok: false, what: before.error.message, whatToDo: 'Start it again.' };
  if (!whose.ok) return { ok: false, what: whose.error.message, whatToDo: 'Start it again.' };
  const owner = whose.value;
  const wanted = [own, ...(shared === undefined ? [] : [shared])].map((path): GivenRoot => ({
    path,
    // What others share at this path is meant by it, too: an empty folder there is storage that is not mounted.
    known: before.value.filter(
      (root) => root.path === path && (root.node === node || (path === shared && root.isShared)),
    ),
    owner: path === own && isBesideLedger ? undefined : owner,
  }));
  for (const root of wanted) {
    const trouble = rootTrouble(root);
    if (trouble !== undefined) return trouble;
  }
  const used: UsedRoot[] = [];
  for (const each of wanted) {
    const root = usedRoot(each, before.value, owner);
    if ('what' in root) return root;
    used.push({ ...root, isShared: each.path === shared });
  }
  const noted = await workspaces.use(node, used);
  if (!noted.ok) return { ok: false, what: noted.error.message, whatToDo: 'Start it again.' };
  let all: readonly WorkspaceRoot[] = [];
  const roots: KnownRoots = {
    used,
    folders: () => [...new Set(all.filter(({ id, path }) => rootId(path) === id).map(({ path }) => path))],
    about: (id) => all.filter((root) => root.id === id),
    isThere: ({ id, path }) => rootId(path) === id && rootOwner(path) === owner,
    async trouble() {
      for (const { id, path } of used) {
        const marks = await rootMarks(path);
        if (marks.id !== id) return `The storage with files of threads is not there: ${path}.`;
        if (marks.owner === undefined)
          return `${path} no longer says which database its files belong to. If they belong to this one: toolthread db adopt ${path}`;
        if (marks.owner !== owner) return `The files in ${path} belong to another database now.`;
      }
      return undefined;
    },
    holds(folder) {
      const root = used.find(({ path }) => path === dirname(folder));
      return (root === undefined || roots.isThere(root)) && existsSync(folder);
    },
    async make(thread, folder) {
      const root = used.find(({ path }) => path === dirname(folder));
      if (root === undefined) return makeFolder(folder);
      if (!roots.isThere(root)) throw new Error(STORAGE_MISSING);
      if (!existsSync(folder)) await assertNotElsewhere(workspaces, thread, root.id);
      const made = await workspaces.made(thread, root.id);
      if (!made.ok) throw new Error(made.error.message);
      makeFolder(folder);
    },
    async refresh() {
      const read = await workspaces.roots();
      if (!read.ok) return [];
      const before = new Set(all.map(({ id }) => id));
      all = read.value;
      for (const { id } of all) before.delete(id);
      return [...before];
    },
  };
  await roots.refresh();
  const inReach = roots.folders().find((folder) => dataInWorkspace({ data: folder, workspace }));
  if (inReach === undefined) return { ok: true, roots };
  const what = `${inReach}, with files of threads, is in the workspace, where the agent could read them.`;
  return { ok: false, what, whatToDo: 'Give another folder with --workspace DIR.' };
}

/** An agent that found an empty folder in the place of its files would go on as if they had never been. */
async function assertNotElsewhere(workspaces: Pick<Workspaces, 'of'>, thread: string, root: string): Promise<void> {
  const has = await workspaces.of(thread);
  if (!has.ok) throw new Error(has.error.message);
  const [other] = has.value;
  if (other === undefined || has.value.includes(root)) return;
  throw new Error(
    `The files of this thread are in other storage than this server has: ${other}. Start the server with it, or copy the folder of the thread. If it is gone for good: toolthread db left --forget ${other}`,
  );
}

function usedRoot(
  { path, known, owner: needed }: GivenRoot,
  all: readonly WorkspaceRoot[],
  owner: string,
): Omit<UsedRoot, 'isShared'> | Trouble {
  try {
    makeFolder(path);
    const id = giveRootId(path, (known.find((root) => root.isUsed) ?? known[0])?.id);
    if (needed === undefined) adoptRoot(path, owner);
    // Another database was first.
    if (giveRootOwner(path, owner) !== owner) return ownerTrouble(path);
    const isKnown = all.some((root) => root.id === id);
    return { id, path, holds: isKnown ? [] : readdirSync(path) };
  } catch (error) {
    if (error instanceof UnreadableFile) return error.trouble;
    return systemTrouble(`${path} cannot be used for files of threads`, error);
  }
}
