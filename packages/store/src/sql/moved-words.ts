import type { Statements } from './database.ts';

/** The file that all nodes share in which a ledger that was moved says where to. */
export const MARK = 'moved to';
/** From this version on there is a place for it. */
export const MARK_SCHEMA = 10;

/** Why a ledger of that version is not opened any more; undefined if it was not moved. */
export async function movedWords(sql: Pick<Statements, 'all'>, version: number): Promise<string | undefined> {
  if (version < MARK_SCHEMA) return undefined;
  const [row] = await sql.all('select words from shared_files where name = $1', [MARK]);
  if (row === undefined) return undefined;
  return `The threads that were here are in ${String(row['words'])} now. To use this old copy again, without what was said since: toolthread db reopen.`;
}
