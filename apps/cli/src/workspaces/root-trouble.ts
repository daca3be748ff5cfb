import { existsSync } from 'node:fs';
import type { WorkspaceRoot } from '@toolthread/store';
import type { Trouble } from '../system-trouble.ts';
import { rootId, rootIdFile, rootOwner } from './root-id.ts';

/** A folder that a server is to be started with. */
export interface GivenRoot {
  readonly path: string;
  /** What was found there by earlier starts that meant the same folder. */
  readonly known: readonly WorkspaceRoot[];
  /** Undefined if it is beside the ledger: whoever has the one has the other. */
  readonly owner: string | undefined;
}

/** Why nothing can be made there: other files than those of this database's threads are in it, or none. */
export function rootTrouble({ path, known, owner }: GivenRoot): Trouble | undefined {
  const has = rootId(path);
  const before = known.find((root) => root.isUsed) ?? known[0];
  // An empty folder in its place, with files of threads made there, would be worse than no start.
  if (has === undefined && before !== undefined && existsSync(path))
    return {
      ok: false,
      what: `The files of threads that were in ${path} are not there: ${rootIdFile(path)} is missing.`,
      whatToDo: `Mount the storage that was there. If only that file is missing, write ${before.id} into it. ${goneWords(before.id)}`,
    };
  if (has !== undefined && before !== undefined && !known.some(({ id }) => id === has))
    return {
      ok: false,
      what: `The files of threads that were in ${path} are not there: other storage is, with the id ${has} in ${rootIdFile(path)}.`,
      whatToDo: `Mount the storage that was there, with the id ${before.id}. ${goneWords(before.id)}`,
    };
  const whose = rootOwner(path);
  return owner === undefined || whose === undefined || whose === owner ? undefined : ownerTrouble(path);
}

export function ownerTrouble(path: string): Trouble {
  return {
    ok: false,
    what: `The files in ${path} belong to another database than this one, or to the one that this is a copy of: both would work on the same files.`,
    whatToDo: `Give another folder. If the other database is gone for good, or is not used any more: toolthread db adopt ${path}`,
  };
}

function goneWords(id: string): string {
  return `If its files are gone for good: toolthread db left --forget ${id}`;
}
