import { DatabaseSync } from 'node:sqlite';
import { SQLITE_DIALECT } from '../sql/sqlite-dialect.ts';
import { NEWEST_SCHEMA, statementsTo, VERSION_TABLE } from '../sql/migrate.ts';

/**
 * What is wrong with the description of the tables. SQLite accepts a column of any name, so a damaged name would be noticed
 * only by a statement that uses it. A ledger of an unknown version is not checked.
 */
export function schemaDamage(database: DatabaseSync): string | undefined {
  const version = versionOf(database);
  if (version === undefined || version > NEWEST_SCHEMA) return undefined;
  const found = shapeOf(database);
  const missing = expectedShape(version).filter((line) => !found.includes(line));
  return missing.length === 0 ? undefined : `the description of its tables is not what was written: ${missing[0]}`;
}

/** Undefined if it is no ledger, or none yet. */
export function versionOf(database: DatabaseSync): number | undefined {
  try {
    const row = database.prepare('select max(version) as version from schema_version').get();
    return typeof row?.['version'] === 'number' && row['version'] > 0 ? row['version'] : undefined;
  } catch {
    return undefined;
  }
}

function expectedShape(version: number): readonly string[] {
  return inMemory(version, shapeOf);
}

/** A table or an index, as SQLite describes it. */
export interface Described {
  readonly rowid: number;
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** `describedTo(23)`: what a sound ledger of this version has. */
export function describedTo(version: number): readonly Described[] {
  return inMemory(version, describedIn);
}

export function describedIn(database: DatabaseSync): readonly Described[] {
  const rows = database.prepare('select rowid, type, name, tbl_name, sql from sqlite_schema').all();
  return rows.map(({ rowid, type, name, tbl_name, sql }) => ({
    rowid: Number(rowid),
    type: String(type),
    name: String(name),
    tbl_name: String(tbl_name),
    sql: sql === null ? null : String(sql),
  }));
}

function inMemory<T>(version: number, look: (database: DatabaseSync) => T): T {
  const memory = new DatabaseSync(':memory:');
  try {
    memory.exec(VERSION_TABLE);
    for (const statement of statementsTo(version, SQLITE_DIALECT)) memory.exec(statement);
    return look(memory);
  } finally {
    memory.close();
  }
}

/** A line for each column, as SQLite understands it, and for each index, as it was asked for. */
function shapeOf(database: DatabaseSync): readonly string[] {
  const columns = database.prepare(
    `select t.name as tbl, c.name as name, c.type as type, c."notnull" as required, c.pk as pk
     from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
  );
  const indexes = database.prepare("select sql from sqlite_schema where type = 'index' and sql is not null");
  return [
    ...columns.all().map((row) => Object.values(row).join(' ')),
    ...indexes.all().map(({ sql }) => String(sql).toLowerCase().replaceAll(/\s\s*/g, ' ')),
  ];
}
