import { setImmediate } from 'node:timers/promises';
import { done, noSuchThread, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import type { Row, Statements } from '../sql/database.ts';
import { dropBlob } from './drop-blob.ts';
import { RowPace } from './row-pace.ts';

/** So much is gone before others may go on. */
const TURN_BYTES = 1_000_000;
const ROWS = 500;

/**
 * Within a transaction: the thread, its events, and the blobs that no other thread names and nobody awaits. All of it, or nothing.
 */
export async function deleteThread(
  sql: Statements,
  thread: string,
  isAwaited: (hash: string) => boolean,
): Promise<Result<undefined>> {
  const [row] = await sql.lock('select seq from threads where id = $1', [thread]);
  if (row === undefined) return noSuchThread(thread);
  await dropBlobs(sql, thread, isAwaited);
  await dropEvents(sql, thread);
  for (const table of ['events', 'posted', 'scopes']) await sql.run(`delete from ${table} where thread = $1`, [thread]);
  await sql.run('delete from threads where id = $1', [thread]);
  return done(undefined);
}

async function dropBlobs(sql: Statements, thread: string, isAwaited: (hash: string) => boolean): Promise<void> {
  const used = await sql.all(
    `select named.hash, length(blobs.content) as size
     from (select distinct hash from blob_uses where thread = $1) as named
     left join blobs on blobs.hash = named.hash order by named.hash`,
    [thread],
  );
  const pace = new RowPace();
  for (const use of used) {
    const hash = column.text(use, 'hash');
    await pace.before(sizeIn(use));
    await sql.run('delete from blob_uses where hash = $1 and thread = $2', [hash, thread]);
    if (!isAwaited(hash)) await dropBlob(sql, hash);
  }
}

async function dropEvents(sql: Statements, thread: string): Promise<void> {
  const query = 'select seq, size from events where thread = $1 order by seq limit $2';
  for (;;) {
    const rows = await sql.all(query, [thread, ROWS]);
    let bytes = 0;
    const last = rows.find((row) => (bytes += sizeIn(row)) > TURN_BYTES) ?? rows.at(-1);
    // The rest, in a damaged thread, goes at once.
    if (typeof last?.['seq'] !== 'number') return;
    await sql.run('delete from events where thread = $1 and seq <= $2', [thread, last['seq']]);
    await setImmediate();
  }
}

/** Nothing where it is damaged, or gone. */
function sizeIn(row: Row): number {
  return Number(row['size']) || 0;
}
