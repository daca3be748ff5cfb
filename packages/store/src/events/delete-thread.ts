import { setImmediate } from 'node:timers/promises';
import { done, noSuchThread, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import type { Statements } from '../sql/database.ts';

/** So many rows are gone before others may go on. */
const AT_ONCE = 500;

/** Within a transaction: the thread, its events, and the blobs that no other thread names. All of it, or nothing. */
export async function deleteThread(sql: Statements, thread: string): Promise<Result<undefined>> {
  const [row] = await sql.lock('select seq from threads where id = $1', [thread]);
  if (row === undefined) return noSuchThread(thread);
  const used = await sql.all('select distinct hash from blob_uses where thread = $1', [thread]);
  for (const [index, use] of used.entries()) {
    const hash = column.text(use, 'hash');
    await sql.run('delete from blob_uses where hash = $1 and thread = $2', [hash, thread]);
    await sql.run('delete from blobs where hash = $1 and not exists (select 1 from blob_uses where hash = $1)', [hash]);
    if (index % AT_ONCE === 0) await setImmediate();
  }
  for (let seq = AT_ONCE; seq < column.number(row, 'seq'); seq += AT_ONCE) {
    await sql.run('delete from events where thread = $1 and seq <= $2', [thread, seq]);
    await setImmediate();
  }
  for (const table of ['events', 'posted', 'scopes']) await sql.run(`delete from ${table} where thread = $1`, [thread]);
  await sql.run('delete from threads where id = $1', [thread]);
  return done(undefined);
}
