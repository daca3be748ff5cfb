/** Rows in every table of a ledger as an earlier version left it, whatever its tables are: none may be lost on the way up. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { quoted } from '../src/sql/all-rows.ts';
import type { Database, Row } from '../src/sql/database.ts';
import { migrate } from '../src/sql/migrate.ts';

export interface KeptTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Made of the events, for one engine: the search is asked whether it is there. */
const MADE_ANEW = /^said(?:_|$)/;
const ROWS_EACH = 2;

/** `rowsInAll(kept(9))` writes rows to every table of the file, with a value in every column, and returns all that is in it now. */
export function rowsInAll(file: string): readonly KeptTable[] {
  const raw = new DatabaseSync(file);
  try {
    return tablesOf(raw).map(({ table, columns }) => {
      const names = columns.map(({ name }) => quoted(name)).join(', ');
      const insert = raw.prepare(
        `insert into ${quoted(table)} (${names}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (let n = 1; n <= ROWS_EACH; n += 1)
        insert.run(...columns.map(({ name, type }, at) => valueOf(type, `${table}.${name} ${n}`, 1000 * n + at)));
      const rows = raw.prepare(`select ${names} from ${quoted(table)}`).all();
      return { table, columns: columns.map(({ name }) => name), rows: rows.map(textOfRow) };
    });
  } finally {
    raw.close();
  }
}

/** The tables of the file with their columns, all in the order of their names. */
export function shapesOf(file: string): readonly Pick<KeptTable, 'table' | 'columns'>[] {
  const raw = new DatabaseSync(file);
  try {
    return tablesOf(raw).map(({ table, columns }) => ({ table, columns: columns.map(({ name }) => name) }));
  } finally {
    raw.close();
  }
}

/** Brought up to date, the database has every row of every table that was there before. */
export async function expectRowsKept(database: Database, before: readonly KeptTable[]): Promise<void> {
  expect(await migrate(database)).toEqual({ ok: true });
  for (const { table, columns, rows } of before) {
    const names = columns.map(quoted).join(', ');
    const found = await database.all(`select ${names} from ${quoted(table)}`);
    const after = await Promise.all(found.map(async (row) => (table === 'blobs' ? wholeBlob(database, row) : row)));
    expect(
      after
        .map(textOfRow)
        .filter((row) => rows.includes(row))
        .toSorted(),
      `the rows of ${table}`,
    ).toEqual(rows.toSorted());
  }
}

/** Since schema 5 what is long of a blob is in pieces: where none were, its content is all of them. */
async function wholeBlob(database: Database, row: Row): Promise<Row> {
  if ('pieces' in row || !(row['content'] instanceof Uint8Array)) return row;
  const pieces = await database.all(
    `select content from blob_pieces where pieces = (select pieces from blobs where hash = $1) order by at`,
    [String(row['hash'])],
  );
  const contents = [row, ...pieces].map(({ content }) => (content instanceof Uint8Array ? content : Buffer.alloc(0)));
  return { ...row, content: Buffer.concat(contents) };
}

interface Column {
  readonly name: string;
  readonly type: string;
}

function tablesOf(raw: DatabaseSync): readonly { readonly table: string; readonly columns: readonly Column[] }[] {
  return raw
    .prepare(`select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((table) => table !== 'schema_version' && !MADE_ANEW.test(table))
    .map((table) => ({ table, columns: columnsOf(raw, table) }));
}

function columnsOf(raw: DatabaseSync, table: string): readonly Column[] {
  const rows = raw.prepare('select name, type from pragma_table_info(?) order by name').all(table);
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

function valueOf(type: string, words: string, n: number): string | number | Uint8Array {
  switch (type.toLowerCase()) {
    case 'text':
      return words;
    case 'bigint':
      return n;
    case 'blob':
      return Buffer.from(words);
    default:
      throw new Error(`a column of type ${type}`);
  }
}

/** By column, in the order of their names; bytes by their hash, which is short enough to be read where it differs. */
function textOfRow(row: Row): string {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
  ]);
  return JSON.stringify(Object.fromEntries(values));
}
