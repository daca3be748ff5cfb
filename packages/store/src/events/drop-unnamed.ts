/** Blobs that were stored and that nothing names, with the time when they were stored, until they are named or too old. */
import { column } from '../sql/column.ts';
import type { Database, Statements } from '../sql/database.ts';
import { dropBlob, isUnused } from './drop-blob.ts';

/** A blob is usually named at once. After a day nobody will name it. */
const KEPT_MS = 24 * 3_600_000;
const ROWS = 16;

/** Which blobs will still be named. */
export interface Awaiting {
  readonly now: () => number;
  /** Another writer has stored it, and will name it. */
  readonly isAwaited: (hash: string) => boolean;
}

/** Within a transaction: notes when it was stored, if nothing names it. */
export async function notePut(sql: Statements, hash: string, at: number): Promise<void> {
  await sql.run(
    `insert into unnamed_blobs (hash, at) select hash, cast($2 as bigint) from blobs where hash = $1 and ${isUnused('$1')}
     on conflict (hash) do update set at = excluded.at`,
    [hash, at],
  );
}

/** Within a transaction: notes all blobs that nothing names, as if they had been stored long ago. No process is left that could name them. */
export async function noteAllUnnamed(sql: Statements): Promise<void> {
  await sql.run(
    `insert into unnamed_blobs (hash, at) select hash, 0 from blobs where ${isUnused('blobs.hash')}
     on conflict (hash) do nothing`,
  );
}

/** Drops some of those that are too old. False if none is left. */
export async function dropUnnamed(database: Database, { now, isAwaited }: Awaiting): Promise<boolean> {
  const query = 'select hash from unnamed_blobs where at <= $1 order by at limit $2';
  const values = [now() - KEPT_MS, ROWS];
  if ((await database.all(query, values)).length === 0) return false;
  return database.tx('relaxed', async (sql) => {
    for (const row of await sql.all(query, values)) {
      await dropUnlessAwaited(sql, column.text(row, 'hash'), { now, isAwaited });
    }
    return true;
  });
}

/** Within a transaction. One that is awaited for longer than a day was never named. */
export async function dropUnlessAwaited(sql: Statements, hash: string, { now, isAwaited }: Awaiting): Promise<void> {
  if (isAwaited(hash)) await notePut(sql, hash, now());
  else await dropBlob(sql, hash);
}
