import { POSTGRES_WORDS } from '../search/postgres-words.ts';
import type { Dialect } from './database.ts';
import { textStored } from './storable-text.ts';

export const POSTGRES_DIALECT: Dialect = {
  bytes: 'bytea',
  text: 'text collate "C"',
  clustered: '',
  tables: 'select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace',
  // Any number will do that is always the same.
  alone: ['select pg_advisory_xact_lock(7466310127)'],
  clock: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  given: textStored,
  words: POSTGRES_WORDS,
};
