/** The folders in which threads of this database have theirs: as this server was started, and as any other was before. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@toolthread/store';
import type { Ledger, UsedRoot, WorkspaceRoot } from '@toolthread/store';
import { dataInWorkspace } from './data-in-workspace.ts';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import { giveRootId, rootId, rootIdFile } from './root-id.ts';

export interface KnownRoots {
  /** Those that are on this machine now. */
  folders(): readonly string[];
  /** Those that this server makes folders in. */
  readonly used: readonly Pick<UsedRoot, 'id' | 'path'>[];
  /** What is known of it. */
  about(id: string): readonly WorkspaceRoot[];
  /** Makes the folder of a thread. Whoever deletes the thread knows then where it is. */
  make(thread: string, folder: string): Promise<void>;
  /** Another node may have been started with another root. */
  refresh(): Promise<void>;
}

export interface OwnRoots {
  readonly node: string;
  /** Below the data folder; made where there is none. */
  readonly own: string;
  /** Storage that other nodes have, too. */
  readonly shared: string | undefined;
  /** A folder in which agents work whatever their thread is. */
  readonly workspace: string | undefined;
}

type Opened = { readonly ok: true; readonly roots: KnownRoots } | Trouble;

/** `await openRoots(ledger, { node: 'a', own: '/data/workspaces', shared: undefined, workspace: undefined })` */
export async function openRoots({ workspaces }: Pick<Ledger, 'workspaces'>, given: OwnRoots): Promise<Opened> {
  const { node, own, shared, workspace } = given;
  const before = await workspaces.roots();
  if (!before.ok) return { ok: false, what: before.error.message, whatToDo: 'Start it again.' };
  const used: UsedRoot[] = [];
  for (const path of [own, ...(shared === undefined ? [] : [shared])]) {
    // What others share at this path is meant by it, too: an empty folder there is storage that is not mounted.
    const known = before.value.filter(
      (root) => root.path === path && (root.node === node || (path === shared && root.isShared)),
    );
    const root = usedRoot(path, known, before.value);
    if ('what' in root) return root;
    used.push({ ...root, isShared: path === shared });
  }
  const noted = await workspaces.use(node, used);
  if (!noted.ok) return { ok: false, what: noted.error.message, whatToDo: 'Start it again.' };
  let all: readonly WorkspaceRoot[] = [];
  const roots: KnownRoots = {
    used,
    folders: () => [...new Set(all.filter(isThere).map(({ path }) => path))],
    about: (id) => all.filter((root) => root.id === id),
    async make(thread, folder) {
      const root = used.find(({ path }) => path === dirname(folder));
      if (root === undefined) return makeFolder(folder);
      if (!isThere(root)) throw new Error(`The storage with the files of this thread is not there: ${root.path}.`);
      const made = await workspaces.made(thread, root.id);
      if (!made.ok) throw new Error(made.error.message);
      makeFolder(folder);
    },
    async refresh() {
      const read = await workspaces.roots();
      if (read.ok) all = read.value;
    },
  };
  await roots.refresh();
  const inReach = roots.folders().find((folder) => dataInWorkspace({ data: folder, workspace }));
  if (inReach === undefined) return { ok: true, roots };
  const what = `${inReach}, with files of threads, is in the workspace, where the agent could read them.`;
  return { ok: false, what, whatToDo: 'Give another folder with --workspace DIR.' };
}

/** Whatever else stands at its path now is another. */
function isThere({ id, path }: Pick<WorkspaceRoot, 'id' | 'path'>): boolean {
  return rootId(path) === id;
}

function usedRoot(
  path: string,
  known: readonly WorkspaceRoot[],
  all: readonly WorkspaceRoot[],
): Omit<UsedRoot, 'isShared'> | Trouble {
  try {
    const has = rootId(path);
    const before = known.find((root) => root.isUsed) ?? known[0];
    // An empty folder in its place, with files of threads made there, would be worse than no start.
    if (has === undefined && before !== undefined && existsSync(path))
      return {
        ok: false,
        what: `The files of threads that were in ${path} are not there: ${rootIdFile(path)} is missing.`,
        whatToDo: `Mount the storage that was there. If the files are gone for good, give another folder, or write ${before.id} into that file.`,
      };
    makeFolder(path);
    const id = has ?? giveRootId(path, before?.id);
    const isKnown = all.some((root) => root.id === id);
    return { id, path, holds: isKnown ? [] : readdirSync(path) };
  } catch (error) {
    return systemTrouble(`${path} cannot be used for files of threads`, error);
  }
}
