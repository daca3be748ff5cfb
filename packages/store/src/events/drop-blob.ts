import type { Statements } from '../sql/database.ts';

/** `${isUnused('$1')}`: no event names it, nor a saved tree that an event names. */
export function isUnused(hash: string): string {
  return `not exists (select 1 from blob_uses where blob_uses.hash = ${hash})
    and not exists (select 1 from tree_uses where tree_uses.hash = ${hash})`;
}

/**
 * Within a transaction: the blob goes, unless it is used. Whoever is about to name it is waited for. What is in further rows is
 * removed afterwards, by `removeRest`.
 */
export async function dropBlob(sql: Statements, hash: string): Promise<void> {
  await sql.lock('select hash from blobs where hash = $1', [hash]);
  await sql.run(
    `insert into dropped_pieces (pieces)
     select pieces from blobs where hash = $1 and pieces is not null and ${isUnused('$1')}`,
    [hash],
  );
  await sql.run(`delete from blobs where hash = $1 and ${isUnused('$1')}`, [hash]);
  await sql.run('delete from unnamed_blobs where hash = $1', [hash]);
}
