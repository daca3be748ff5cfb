import type { Database, Dialect, Statements, Reader } from './database.ts';
import { column } from './column.ts';
import { fillSaid, SAID_SCHEMA } from '../search/fill-said.ts';
import { movedWords } from './moved-words.ts';
import { toSchema5 } from './to-schema-5.ts';

/**
 * Each entry takes a database from version n to n + 1; entries never change once released.
 *
 * `threads.seq` is the counter that gives `seq` (a `max(seq) + 1` collides under several writers). `epoch` counts the
 * claims of a run. `unfinished` marks what a restart has to look at, `expires_at` is when the first of the thread's open
 * requests runs out. `place` (0: the list, 1: the archive, 2: the bin) and `pinned` are what the list is ordered by. `purges` counts the events
 * of the thread that were purged: what was folded before the last one holds what is gone. It begins at the time of the thread's creation, so
 * that one that was deleted and made again under the same id is another. `held_by` is the life of a node that has the thread's run,
 * `held_for` the person it works for, `node` where its files are, if not everywhere; `nodes.until` is when a node's lease runs out, and whoever counts runs
 * locks `claim_turn`. `scopes` says where the events are that open a scope. `sum` tells whether a row is still what was written. Texts that people or models wrote are kept as JSON
 * text, where a NUL or half a surrogate pair is an escape and every engine takes it.
 *
 * A blob is `blobs.content` and the `blob_pieces` of its name, of `size` bytes in all. `tree_uses` says which threads name it by a saved tree,
 * `unnamed_blobs` when it was put, while nothing names it. `deleted_threads` and `dropped_pieces` are what is still to be removed. `shared_files`
 * are small texts that all nodes share. `cuts` are places from which a long thread can be read: they are made of its events, and made again where they are lost.
 *
 * `people` have accounts, `sign_ins` are their browsers, `thread_people` what each may do in a thread, and `thread_links` open one for reading; all secrets are
 * digests. `people_changes` is one number that each change of these raises. `readers` are those who read a thread along at one of the `reading_servers`, as long as
 * that one says so again before `until`.
 *
 * `workspace_roots` are the folders in which nodes make one for each thread (`used`: as the node was started last), and `workspaces` says which threads have one there, or have
 * left one (`gone`). `errands` are what a node asks another to do, and the answer (`taken`: somebody does it, or has done it).
 *
 * `said` has what was said in threads, text by text, for the search: it is made of the events, and of nothing else.
 *
 * `spent` is what runs have used for each person, by the number of the day since 1970 and by model; `spending_limits` is what each may use in a day, where
 * that is not what everybody may, money in millionths.
 */
const migrations: readonly ((dialect: Dialect) => string)[] = [
  ({ bytes, text, clustered }) => `
    create table threads (
      id ${text} primary key,
      seq bigint not null,
      epoch bigint not null,
      run ${text},
      created_at bigint not null,
      updated_at bigint not null,
      unfinished bigint not null,
      summary ${text} not null
    );
    create index threads_unfinished on threads (id) where unfinished = 1;
    create table events (
      thread ${text} not null,
      seq bigint not null,
      size bigint not null,
      body ${text} not null,
      primary key (thread, seq)
    ) ${clustered};
    create table posted (
      thread ${text} not null,
      client_id ${text} not null,
      seq bigint not null,
      primary key (thread, client_id)
    ) ${clustered};
    create table blobs (
      hash ${text} primary key,
      content ${bytes} not null
    );
    create table blob_uses (
      hash ${text} not null,
      thread ${text} not null,
      seq bigint not null,
      primary key (hash, thread, seq)
    ) ${clustered};
  `,
  ({ text, clustered }) => `
    alter table threads add column expires_at bigint;
    create index threads_expiring on threads (expires_at) where expires_at is not null;
    create table scopes (
      thread ${text} not null,
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
  ({ bytes, text, clustered }) => `
    alter table blobs add column size bigint;
    alter table blobs add column pieces ${text};
    create table blob_pieces (
      pieces ${text} not null,
      at bigint not null,
      content ${bytes} not null,
      primary key (pieces, at)
    ) ${clustered};
    create table dropped_pieces (pieces ${text} primary key) ${clustered};
    create table deleted_threads (thread ${text} primary key) ${clustered};
    create table tree_uses (
      hash ${text} not null,
      thread ${text} not null,
      primary key (hash, thread)
    ) ${clustered};
    create index tree_uses_of_thread on tree_uses (thread, hash);
    create index blob_uses_of_thread on blob_uses (thread, hash);
    create table unnamed_blobs (
      hash ${text} primary key,
      at bigint not null
    ) ${clustered};
    create index unnamed_blobs_oldest on unnamed_blobs (at);
  `,
  () => `
    alter table threads add column place bigint not null default 0;
    alter table threads add column pinned bigint not null default 0;
    create index threads_listed on threads (place, pinned, updated_at, id);
    drop index threads_recent;
  `,
  () => `
    alter table threads add column purges bigint not null default 0;
  `,
  ({ text, clustered }) => `
    alter table threads add column held_by ${text};
    alter table threads add column held_for ${text};
    alter table threads add column node ${text};
    create index threads_held on threads (held_by) where held_by is not null;
    create table nodes (
      name ${text} primary key,
      life ${text} not null unique,
      until bigint not null
    ) ${clustered};
    create table claim_turn (one bigint primary key) ${clustered};
    insert into claim_turn (one) values (1);
    update threads set held_by = 'before nodes' where unfinished = 1;
  `,
  ({ text, clustered }) => `
    create table people (
      name ${text} primary key,
      password ${text} not null,
      added_at bigint not null
    ) ${clustered};
    create table sign_ins (
      cookie ${text} primary key,
      secret ${text} not null,
      person ${text} not null,
      at bigint not null,
      until bigint not null,
      browser ${text} not null
    ) ${clustered};
    create index sign_ins_of_person on sign_ins (person);
    create table thread_people (
      thread ${text} not null,
      person ${text} not null,
      role ${text} not null,
      primary key (thread, person)
    ) ${clustered};
    create index thread_people_of_person on thread_people (person, thread);
    create table thread_links (
      digest ${text} primary key,
      thread ${text} not null,
      made_by ${text} not null,
      at bigint not null
    ) ${clustered};
    create index thread_links_of_thread on thread_links (thread);
    create table people_changes (
      one bigint primary key,
      n bigint not null
    ) ${clustered};
    insert into people_changes (one, n) values (1, 0);
  `,
  ({ text, clustered }) => `
    create table shared_files (
      name ${text} primary key,
      words ${text}
    ) ${clustered};
  `,
  ({ words }) => words.tables,
  ({ text, clustered }) => `
    create table spent (
      person ${text} not null,
      day bigint not null,
      model ${text} not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cache_read_tokens bigint not null,
      cache_write_tokens bigint not null,
      reasoning_tokens bigint not null,
      primary key (person, day, model)
    ) ${clustered};
    create table spending_limits (
      person ${text} not null,
      kind ${text} not null,
      most bigint not null,
      primary key (person, kind)
    ) ${clustered};
  `,
  ({ text, clustered }) => `
    create table reading_servers (
      server ${text} primary key,
      until bigint not null
    ) ${clustered};
    create table readers (
      thread ${text} not null,
      person ${text} not null,
      server ${text} not null,
      primary key (thread, person, server)
    ) ${clustered};
    create index readers_of_server on readers (server);
  `,
  ({ text, clustered }) => `
    create table cuts (
      thread ${text} not null,
      seq bigint not null,
      body ${text} not null,
      primary key (thread, seq)
    ) ${clustered};
  `,
  ({ text, clustered }) => `
    create table workspace_roots (
      id ${text} not null,
      node ${text} not null,
      path ${text} not null,
      shared bigint not null,
      used bigint not null,
      primary key (id, node, path)
    ) ${clustered};
    create table workspaces (
      thread ${text} not null,
      root ${text} not null,
      gone bigint not null,
      primary key (thread, root)
    ) ${clustered};
    create index workspaces_gone on workspaces (thread) where gone = 1;
    insert into workspaces (thread, root, gone)
      select substr(name, 25), 'on ' || words, 1 from shared_files where name like 'files of deleted thread %';
    delete from shared_files where name like 'files of deleted thread %';
  `,
  ({ text, clustered }) => `
    create table errands (
      id ${text} not null primary key,
      node ${text} not null,
      words ${text} not null,
      taken bigint not null,
      answer ${text},
      at bigint not null
    ) ${clustered};
  `,
];

type Step = (sql: Statements, dialect: Dialect) => Promise<void>;

/** What takes more than statements, by the version that it leads to. */
const steps: ReadonlyMap<number, Step> = new Map<number, Step>([
  [5, toSchema5],
  [SAID_SCHEMA, (sql, { words }) => fillSaid(sql, words)],
]);

export const NEWEST_SCHEMA: number = migrations.length;

export const VERSION_TABLE = 'create table if not exists schema_version (version bigint not null)';

/** What makes an empty database one of that version. */
export function statementsTo(version: number, dialect: Dialect): readonly string[] {
  return migrations.slice(0, version).flatMap((migration) => statementsOf(migration(dialect)));
}

function statementsOf(text: string): readonly string[] {
  return text.split(';').filter((statement) => statement.trim() !== '');
}

/** `await schemaOf(reader)`: undefined if the database is no ledger. */
export async function schemaOf(reader: Reader): Promise<number | undefined> {
  const tables = await reader.all(
    `select name from (${reader.dialect.tables}) as known where name in ('schema_version', 'threads', 'events')`,
  );
  if (tables.length < 3) return undefined;
  const [row] = await reader.all('select max(version) as version from schema_version');
  return typeof row?.['version'] === 'number' ? row['version'] : undefined;
}

const NOT_OURS =
  'There are tables of another program in this database. Give Toolthread one of its own; in PostgreSQL a schema will do.';

/** Brings the database to this version, or says why it cannot be used. */
export async function migrate(database: Database): Promise<{ ok: true } | { ok: false; message: string }> {
  return database.tx('full', async (sql) => {
    for (const statement of database.dialect.alone) await sql.run(statement);
    const others = await sql.all(
      `select name from (${database.dialect.tables}) as known
       where not exists (select 1 from (${database.dialect.tables}) as ours where name = 'schema_version') limit 1`,
    );
    if (others.length > 0) return { ok: false, message: NOT_OURS };
    await sql.run(VERSION_TABLE);
    const [row] = await sql.all('select max(version) as version from schema_version where version > 0');
    const version = row === undefined || row['version'] === null ? 0 : column.number(row, 'version');
    if (version > migrations.length) {
      return {
        ok: false,
        message: `The ledger was written by a newer Toolthread (schema ${version}, this one knows ${migrations.length}).`,
      };
    }
    const moved = await movedWords(sql, version);
    if (moved !== undefined) return { ok: false, message: moved };
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      for (const statement of statementsOf(migration(database.dialect))) await sql.run(statement);
      await steps.get(index + 1)?.(sql, database.dialect);
      await sql.run('insert into schema_version (version) values ($1)', [index + 1]);
    }
    return { ok: true };
  });
}
