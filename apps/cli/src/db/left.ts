import { readdirSync } from 'node:fs';
import { countOf } from '@toolthread/core/text';
import { type LeftFolders, leftIn, leftRoot, threadsIn, type WorkspaceRoot } from '@toolthread/store';
import { dataInUse, ledgerIn, ledgerName } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { rootId, rootOwner } from '../workspaces/root-id.ts';
import { waitingWords } from '../workspaces/waiting-words.ts';

/** Says which folders of deleted threads nobody has removed yet. */
export async function left(folder: string | undefined): Promise<number> {
  const used = await dataInUse(folder, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const ledger = ledgerIn(used.data, process.env);
  const found = await leftIn(ledger);
  if (!found.ok) return failure(found.error.message);
  if (found.value === undefined) return failure(`There is no ledger in ${ledgerName(ledger)}.`);
  const threads = await threadsIn(ledger);
  if (!threads.ok) return failure(threads.error.message);
  const strangers = strangersIn(found.value, new Set(threads.value?.map(({ id }) => id)));
  if (found.value.left.length === 0 && strangers.length === 0)
    await printText('Deleted threads have left no folder.\n');
  for (const words of [...waiting(found.value), ...strangers]) await printText(words);
  return 0;
}

/** By root. In a copy of a database, folders of the first one are still known. */
function waiting({ left: all, roots, owner }: LeftFolders): readonly string[] {
  return [...Map.groupBy(all, leftRoot)].map(([root, some]) => {
    const known = roots.filter(({ id }) => id === root);
    const own = known.filter((each) => !isOfAnother(each, owner));
    const forget = `toolthread db left --forget ${quotedRoot(root)}\n`;
    const [other] = own.length === 0 ? known : [];
    if (other !== undefined)
      return `Folders of ${countOf(some.length, 'deleted thread')} were in ${other.path}, which belongs to another database: this one is a copy of it, or was. That one removes them. To forget them here: ${forget}`;
    const names = some.map(({ thread }) => `  ${thread}\n`).join('');
    return `${waitingWords(some, own)}\n${names}Root ${root}. If its storage is gone for good: ${forget}`;
  });
}

/** Undefined as an owner is whoever comes first; storage that is not here may be ours. */
function isOfAnother({ id, path }: WorkspaceRoot, owner: string | undefined): boolean {
  const has = rootId(path) === id ? rootOwner(path) : undefined;
  return has !== undefined && has !== owner;
}

/** Folders in roots of this database that no thread has, and that nobody waits for: a root that was forgotten has come back. */
function strangersIn({ left: all, roots, owner }: LeftFolders, threads: ReadonlySet<string>): readonly string[] {
  const known = new Set(all.map(({ thread }) => thread));
  const here = roots.filter(({ id, path }) => rootId(path) === id && rootOwner(path) === owner);
  return [...new Set(here.map(({ path }) => path))].flatMap((path) => {
    const names = foldersIn(path).filter((name) => !threads.has(name) && !known.has(name));
    if (names.length === 0) return [];
    const list = names.map((name) => `  ${name}\n`).join('');
    return `No thread of this database has these folders in ${path}, for example because their root was forgotten before. No server removes them:\n${list}`;
  });
}

function foldersIn(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** As a shell takes it. */
function quotedRoot(root: string): string {
  return /^[\w-]{1,100}$/.test(root) ? root : `'${root.replaceAll("'", `'\\''`)}'`;
}
