import type { Statements } from '../sql/database.ts';

/** Within a transaction: the blob goes, unless an event names it. Whoever is about to name it is waited for. */
export async function dropBlob(sql: Statements, hash: string): Promise<void> {
  await sql.lock('select hash from blobs where hash = $1', [hash]);
  await sql.run('delete from blobs where hash = $1 and not exists (select 1 from blob_uses where hash = $1)', [hash]);
}
