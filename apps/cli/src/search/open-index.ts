/**
 * The words of all sessions in one file of SQLite, so that a search reads no other. It is made of the others, and may be deleted at any time.
 *
 * Laws: what it finds is what `findWords` finds in the same texts. Words that were taken out are nowhere in the file any more.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Raise it when the rules of what is said change: then all is read again. */
const VERSION = 6;

// With `detail=none`, SQLite 3.53 loses a row that is written after another was deleted in the same transaction.
const SCHEMA = `
  create table source(
    id integer primary key, key text not null unique, stamp text not null, name text not null,
    agent text not null, title text not null, project text not null, at real not null
  );
  create table said(
    id integer primary key, place text, version integer, whose text not null, tool text, outcome text, author text,
    text text not null
  );
  create virtual table words using fts5(text, content='', tokenize='trigram', detail=column);
  insert into words(words, rank) values('secure-delete', 1);
  pragma user_version = ${VERSION};
`;

/** The texts of a source are numbered from here on: a range of numbers is a source. */
const NUMBERS = 2 ** 22;

export function firstOf(source: number): number {
  return source * NUMBERS;
}

/** Opens the file, and makes it if there is none, or one that cannot be used. */
export function openIndex(file: string): DatabaseSync {
  try {
    const database = connect(file);
    const row = database.prepare('pragma user_version').get();
    if (row?.['user_version'] === VERSION) return database;
    database.close();
  } catch {
    // It is damaged, or another program's.
  }
  removeIndex(file);
  closeSync(openSync(file, 'w', 0o600));
  const database = connect(file);
  database.exec(SCHEMA);
  return database;
}

/** To look something up: undefined if there is no index yet. */
export function openForReading(file: string): DatabaseSync | undefined {
  if (!existsSync(file)) return undefined;
  const database = connect(file);
  const row = database.prepare('pragma user_version').get();
  if (row?.['user_version'] === VERSION) return database;
  database.close();
  return undefined;
}

export function removeIndex(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

function connect(file: string): DatabaseSync {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const database = new Database(file);
  // What a crash takes away is read again from where it came.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = off;
    pragma secure_delete = on;
    pragma busy_timeout = 5000;
    pragma journal_size_limit = 16777216;
  `);
  return database;
}
