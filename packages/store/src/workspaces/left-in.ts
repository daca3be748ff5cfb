import { looking } from '../threads/looking.ts';
import { done, type Result } from '../result.ts';
import { readLeft, readRoots } from './sql-workspaces.ts';
import type { LeftWorkspace, WorkspaceRoot } from './workspaces.ts';

/**
 * The folders that deleted threads have left and that nobody has removed yet, and every root that is known. `place` is a ledger's file, or the address of its
 * database. Undefined where there is no ledger.
 *
 * @example
 * const found = await leftIn(await exampleLedger());
 * found.ok && found.value?.left; //=> []
 */
export function leftIn(
  place: string,
): Promise<Result<{ readonly left: readonly LeftWorkspace[]; readonly roots: readonly WorkspaceRoot[] } | undefined>> {
  return looking(place, async (reader) => done({ left: await readLeft(reader), roots: await readRoots(reader) }));
}
