import { SQLITE_WORDS } from '../search/sqlite-words.ts';
import type { Dialect } from './database.ts';
import { textStored } from './storable-text.ts';

export const SQLITE_DIALECT: Dialect = {
  bytes: 'blob',
  text: 'text',
  clustered: 'without rowid',
  alone: [],
  tables: 'select name from sqlite_schema',
  clock: `cast(unixepoch('subsec') * 1000 as integer)`,
  given: textStored,
  place: () => Promise.resolve(''),
  words: SQLITE_WORDS,
};
