import { column } from '../sql/column.ts';
import type { Database, Row, Statements } from '../sql/database.ts';
import { type Awaiting, dropUnlessAwaited } from './drop-unnamed.ts';

/** The most bytes in one transaction. At its commit SQLite overwrites what was removed with zeros, and blocks this process until it is done. */
const BYTES = 500_000;
const ROWS = 500;
/** A blob's row has 64 KB at most, and so has a piece. */
const BLOBS = 8;

/**
 * One step of removing what deleted threads and dropped blobs have left: events, names, and the blobs that no other thread uses.
 * False if nothing is left. A crash between two steps loses nothing: the next start goes on.
 */
export async function removeRest(database: Database, awaiting: Awaiting): Promise<boolean> {
  const left = await database.all(
    'select pieces from dropped_pieces union all select thread from deleted_threads limit 1',
  );
  if (left.length === 0) return false;
  return database.tx('relaxed', async (sql) => {
    const [pieces] = await sql.all('select pieces from dropped_pieces limit 1');
    if (pieces !== undefined) return removePieces(sql, column.text(pieces, 'pieces'));
    const [deleted] = await sql.all('select thread from deleted_threads limit 1');
    if (deleted === undefined) return false;
    const thread = column.text(deleted, 'thread');
    if (await removeUses(sql, thread, awaiting)) return true;
    if (await removeEvents(sql, thread)) return true;
    if (await removeNames(sql, thread)) return true;
    if (await database.dialect.words.dropSome(sql, thread)) return true;
    await sql.run('delete from deleted_threads where thread = $1', [thread]);
    return true;
  });
}

async function removePieces(sql: Statements, pieces: string): Promise<true> {
  const rows = await sql.all('select at from blob_pieces where pieces = $1 order by at limit $2', [pieces, BLOBS]);
  const last = rows.at(-1);
  if (last === undefined) await sql.run('delete from dropped_pieces where pieces = $1', [pieces]);
  else await sql.run('delete from blob_pieces where pieces = $1 and at <= $2', [pieces, column.number(last, 'at')]);
  return true;
}

async function removeUses(sql: Statements, thread: string, awaiting: Awaiting): Promise<boolean> {
  for (const table of ['blob_uses', 'tree_uses']) {
    const query = `select distinct hash from ${table} where thread = $1 order by hash limit $2`;
    const used = await sql.all(query, [thread, BLOBS]);
    for (const use of used) {
      const hash = column.text(use, 'hash');
      await sql.run(`delete from ${table} where thread = $1 and hash = $2`, [thread, hash]);
      await dropUnlessAwaited(sql, hash, awaiting);
    }
    if (used.length > 0) return true;
  }
  return false;
}

async function removeEvents(sql: Statements, thread: string): Promise<boolean> {
  const rows = await sql.all('select seq, size from events where thread = $1 order by seq limit $2', [thread, ROWS]);
  let bytes = 0;
  const last = rows.find((row) => (bytes += sizeIn(row)) > BYTES) ?? rows.at(-1);
  if (typeof last?.['seq'] === 'number') {
    await sql.run('delete from events where thread = $1 and seq <= $2', [thread, last['seq']]);
    return true;
  }
  // The rest, in a damaged thread, goes at once.
  await sql.run('delete from events where thread = $1', [thread]);
  return false;
}

/** Nothing if it is damaged. */
function sizeIn(row: Row): number {
  return Number(row['size']) || 0;
}

async function removeNames(sql: Statements, thread: string): Promise<boolean> {
  for (const [table, key] of NAMES) {
    const some = `select ${key} from ${table} where thread = $1 order by ${key} limit $2`;
    const [left] = await sql.all(some, [thread, 1]);
    if (left === undefined) continue;
    await sql.run(`delete from ${table} where thread = $1 and ${key} in (${some})`, [thread, ROWS]);
    return true;
  }
  return false;
}

const NAMES = [
  ['posted', 'client_id'],
  ['scopes', 'seq'],
  ['cuts', 'seq'],
] as const;
