import { column } from '../sql/column.ts';
import type { Statements, Value } from '../sql/database.ts';

/** Names in a statement. */
const NAMES = 50;

/**
 * Within a transaction: one of the blobs that is not there, if any. The others are there until the transaction ends. In one order for
 * everybody: two that hold what the other one waits for would wait for ever.
 */
export async function absentBlob(sql: Statements, hashes: Iterable<string>): Promise<string | undefined> {
  const names = [...new Set(hashes)].toSorted();
  if (names.length > 0) sql.alone();
  for (let start = 0; start < names.length; start += NAMES) {
    const slice: readonly Value[] = names.slice(start, start + NAMES);
    const places = slice.map((_, index) => `$${index + 1}`).join(', ');
    const rows = await sql.lock(`select hash from blobs where hash in (${places}) order by hash`, slice);
    const there = new Set(rows.map((row) => column.text(row, 'hash')));
    const absent = names.slice(start, start + NAMES).find((hash) => !there.has(hash));
    if (absent !== undefined) return absent;
  }
  return undefined;
}
