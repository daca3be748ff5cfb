import { randomUUID } from 'node:crypto';
import { fieldsOf, textOf } from '@toolthread/core/json';
import { keepTree } from '../events/keep-tree.ts';
import { RowPace } from '../events/row-pace.ts';
import { noteAllUnnamed } from '../events/drop-unnamed.ts';
import { PIECE_BYTES, writePieces } from '../events/write-blob.ts';
import { column } from './column.ts';
import { DatabaseDamaged, type Statements } from './database.ts';

/** Within the transaction that made the tables of schema 5: blobs in pieces, files of saved trees counted, and what nothing names noted. */
export async function toSchema5(sql: Statements): Promise<void> {
  const next = 'select hash from blobs where hash > $1 and length(content) > $2 order by hash limit 1';
  for (let last = ''; ;) {
    const [row] = await sql.all(next, [last, PIECE_BYTES]);
    if (row === undefined) break;
    last = column.text(row, 'hash');
    await unlessDamaged(() => split(sql, last));
  }
  for (const row of await sql.all('select id from threads order by id')) {
    await unlessDamaged(() => keepTrees(sql, column.text(row, 'id')));
  }
  await noteAllUnnamed(sql);
}

/** What cannot be read stays as it is, and is told to whoever reads it. */
async function unlessDamaged(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
  }
}

async function split(sql: Statements, hash: string): Promise<void> {
  const [row] = await sql.all('select content from blobs where hash = $1', [hash]);
  if (row === undefined) return;
  const [content, pieces] = [column.bytes(row, 'content'), randomUUID()];
  await writePieces(sql, pieces, content, new RowPace());
  await sql.run('update blobs set content = $2, size = $3, pieces = $4 where hash = $1', [
    hash,
    content.subarray(0, PIECE_BYTES),
    content.length,
    pieces,
  ]);
}

async function keepTrees(sql: Statements, thread: string): Promise<void> {
  const saved = `select body from events where thread = $1 and body like '%"type":"workspace.saved"%'`;
  for (const row of await sql.all(saved, [thread])) {
    const tree = treeIn(column.text(row, 'body'));
    if (tree !== undefined) await keepTree(sql, thread, tree);
  }
}

/** A damaged event names nothing. */
function treeIn(body: string): string | undefined {
  try {
    const { type, tree } = fieldsOf(JSON.parse(body));
    return type === 'workspace.saved' ? textOf(tree) : undefined;
  } catch {
    return undefined;
  }
}
