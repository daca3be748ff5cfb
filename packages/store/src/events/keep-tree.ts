import type { Statements, Value } from '../sql/database.ts';
import { readBlob } from './read-blob.ts';
import { RowPace } from './row-pace.ts';
import { treeFiles } from './tree-files.ts';

/** Rows in a statement. */
const ROWS = 50;

/** Within a transaction: the files of a tree that an event of the thread names stay as long as the thread does. Gives their hashes. */
export async function keepTree(sql: Statements, thread: string, tree: string): Promise<readonly string[]> {
  const content = await readBlob(sql, tree);
  const files = content === undefined ? [] : treeFiles(content);
  const pace = new RowPace();
  for (let start = 0; start < files.length; start += ROWS) {
    const slice: readonly Value[] = files.slice(start, start + ROWS);
    const rows = slice.map((_, i) => `($${i + 2}, $1)`);
    await pace.before(0);
    await sql.run(`insert into tree_uses (hash, thread) values ${rows.join(', ')} on conflict do nothing`, [
      thread,
      ...slice,
    ]);
    const places = slice.map((_, i) => `$${i + 1}`).join(', ');
    await sql.run(`delete from unnamed_blobs where hash in (${places})`, slice);
  }
  return files;
}
