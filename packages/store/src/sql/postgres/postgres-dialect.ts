import { POSTGRES_WORDS } from '../../search/postgres-words.ts';
import { column } from '../column.ts';
import type { Dialect, Queryable } from '../database.ts';
import { textStored } from '../storable-text.ts';

export const POSTGRES_DIALECT: Dialect = {
  bytes: 'bytea',
  text: 'text collate "C"',
  clustered: '',
  tables: 'select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace',
  // Any number will do that is always the same.
  alone: ['select pg_advisory_xact_lock(7466310127)'],
  clock: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  given: textStored,
  place: postgresPlace,
  words: POSTGRES_WORDS,
};

const MAY_ASK = `select has_function_privilege('pg_control_system()', 'execute') as may`;
const SERVER = 'select system_identifier::text as id from pg_control_system()';
const TABLE = `
  select (select oid from pg_database where datname = current_database()) || '/' || 'shared_files'::regclass::oid as id`;

/** The server, the database and a table of the ledger, by numbers that a dump does not take along. A server that takes the place of another as its replica has the same. */
async function postgresPlace({ all }: Queryable): Promise<string> {
  const [may] = await all(MAY_ASK);
  const [server] = may?.['may'] === true ? await all(SERVER) : [];
  const [table] = await all(TABLE);
  return [server, table].map((row) => (row === undefined ? '' : column.text(row, 'id'))).join('/');
}
