import type { Database, Dialect } from './database.ts';
import { column } from './column.ts';

/**
 * Each entry takes a database from version n to n + 1; entries never change once released.
 *
 * `threads.seq` is the counter that gives `seq` (a `max(seq) + 1` collides under several writers). `epoch` counts the
 * claims of a run. `unfinished` marks what a restart has to look at, `expires_at` is when the first of the thread's open
 * requests runs out. `scopes` says where the events are that open a scope. `sum` tells whether a row is still what was written. Texts that people or models wrote are kept as JSON
 * text, where a NUL or half a surrogate pair is an escape and every engine takes it.
 */
const migrations: readonly ((dialect: Dialect) => string)[] = [
  ({ bytes, clustered }) => `
    create table threads (
      id text primary key,
      seq bigint not null,
      epoch bigint not null,
      run text,
      created_at bigint not null,
      updated_at bigint not null,
      unfinished bigint not null,
      summary text not null
    );
    create index threads_unfinished on threads (id) where unfinished = 1;
    create table events (
      thread text not null,
      seq bigint not null,
      size bigint not null,
      body text not null,
      primary key (thread, seq)
    ) ${clustered};
    create table posted (
      thread text not null,
      client_id text not null,
      seq bigint not null,
      primary key (thread, client_id)
    ) ${clustered};
    create table blobs (
      hash text primary key,
      content ${bytes} not null
    );
    create table blob_uses (
      hash text not null,
      thread text not null,
      seq bigint not null,
      primary key (hash, thread, seq)
    ) ${clustered};
  `,
  ({ clustered }) => `
    alter table threads add column expires_at bigint;
    create index threads_expiring on threads (expires_at) where expires_at is not null;
    create table scopes (
      thread text not null,
      seq bigint not null,
      primary key (thread, seq)
    ) ${clustered};
    insert into scopes (thread, seq) select thread, seq from events where body like '%"type":"scope.opened"%';
  `,
  () => `
    create index threads_recent on threads (updated_at, id);
  `,
  () => `
    alter table events add column sum bigint;
    alter table threads add column sum bigint;
  `,
];

export const NEWEST_SCHEMA: number = migrations.length;

/** What makes an empty database one of that version. */
export function statementsTo(version: number, dialect: Dialect): readonly string[] {
  return migrations.slice(0, version).flatMap((migration) => statementsOf(migration(dialect)));
}

function statementsOf(text: string): readonly string[] {
  return text.split(';').filter((statement) => statement.trim() !== '');
}

/** `await schemaOf(reader)`: undefined where the database is no ledger. */
export async function schemaOf(reader: Pick<Database, 'all'>): Promise<number | undefined> {
  const tables = await reader.all(
    "select name from sqlite_schema where name in ('schema_version', 'threads', 'events')",
  );
  if (tables.length < 3) return undefined;
  const [row] = await reader.all('select max(version) as version from schema_version');
  return typeof row?.['version'] === 'number' ? row['version'] : undefined;
}

/** Brings the database to this version, or says why it cannot be used. */
export async function migrate(database: Database): Promise<{ ok: true } | { ok: false; message: string }> {
  await database.exec('create table if not exists schema_version (version bigint not null)');
  return database.tx('full', async (sql) => {
    const [row] = await sql.all('select max(version) as version from schema_version where version > 0');
    const version = row === undefined || row['version'] === null ? 0 : column.number(row, 'version');
    if (version > migrations.length) {
      return {
        ok: false,
        message: `The ledger was written by a newer Toolthread (schema ${version}, this one knows ${migrations.length}).`,
      };
    }
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statementsOf(migration(database.dialect))) await sql.run(statement);
      await sql.run('insert into schema_version (version) values ($1)', [index + 1]);
    }
    return { ok: true };
  });
}
