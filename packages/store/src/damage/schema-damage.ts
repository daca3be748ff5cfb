import { DatabaseSync } from 'node:sqlite';
import { SQLITE_DIALECT } from '../sql/sqlite-dialect.ts';
import { NEWEST_SCHEMA, statementsTo } from '../sql/migrate.ts';

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

function versionOf(database: DatabaseSync): number | undefined {
  try {
    const row = database.prepare('select max(version) as version from schema_version').get();
    return typeof row?.['version'] === 'number' && row['version'] > 0 ? row['version'] : undefined;
  } catch {
    // No ledger, or none yet.
    return undefined;
  }
}

function expectedShape(version: number): readonly string[] {
  const memory = new DatabaseSync(':memory:');
  try {
    for (const statement of statementsTo(version, SQLITE_DIALECT)) memory.exec(statement);
    return shapeOf(memory);
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
