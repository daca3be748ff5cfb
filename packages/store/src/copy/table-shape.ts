/** The tables of a ledger, and their columns: what an empty one of that schema has, so that no list of them has to be kept beside the schema. */
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_DIALECT } from '../sql/sqlite-dialect.ts';
import { statementsTo } from '../sql/migrate.ts';

export interface TableShape {
  readonly table: string;
  /** By name. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Of the others alone, and for one engine: no copy has it. */
const MADE_ANEW: ReadonlySet<string> = new Set(['said', 'said_indexed']);

/** `tablesAt(7)`, by name. What only finds things again is made again from them. */
export function tablesAt(schema: number): readonly TableShape[] {
  const empty = new DatabaseSync(':memory:');
  try {
    for (const statement of statementsTo(schema, SQLITE_DIALECT)) empty.exec(statement);
    const tables = empty.prepare(`select name from pragma_table_list where type = 'table' order by name`).all();
    return tables
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_') && !MADE_ANEW.has(name))
      .map((table) => shapeOf(empty, table));
  } finally {
    empty.close();
  }
}

function shapeOf(empty: DatabaseSync, table: string): TableShape {
  const rows = empty.prepare('select name, pk from pragma_table_info(?) order by name').all(table);
  const key = rows.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']));
  if (key.length === 0) throw new Error(`Table ${table} has no primary key: its rows have no order.`);
  return { table, columns: rows.map(({ name }) => String(name)), key: key.map(({ name }) => String(name)) };
}
