import { readCopyId } from '../shared/copy-id.ts';
import { looking } from '../threads/looking.ts';
import { done, type Result } from '../result.ts';
import { readLeft, readRoots } from './sql-workspaces.ts';
import type { LeftWorkspace, WorkspaceRoot } from './workspaces.ts';

/**
 * The folders that deleted threads have left and that nobody has removed yet, and every root that is known. `place` is a ledger's file, or the address of its
 * database. Undefined if there is no ledger.
 *
 * @example
 * const found = await leftIn(await exampleLedger());
 * found.ok && found.value?.left; //=> []
 */
export function leftIn(place: string): Promise<Result<LeftFolders | undefined>> {
  return looking(place, async (reader) =>
    done({ left: await readLeft(reader), roots: await readRoots(reader), owner: await readCopyId(reader) }),
  );
}

/** What deleted threads have left, and what is known of where that is. */
export interface LeftFolders {
  readonly left: readonly LeftWorkspace[];
  readonly roots: readonly WorkspaceRoot[];
  /** Which copy of the ledger this is (`Workspaces.owner`). Undefined: nobody has asked yet, so no root is its own. */
  readonly owner: string | undefined;
}
