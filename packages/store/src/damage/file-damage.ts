import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { codeOf } from '@toolthread/core/json';
import { lostEvents } from './lost-events.ts';
import { schemaDamage } from './schema-damage.ts';

/** Up to this size the whole file is checked, which takes a fifth of a second at most. */
const SMALL_BYTES = 96 * 1024 * 1024;
/** The tables that everything needs. The events and blobs of a larger file are checked thread by thread, while the server runs. */
const SHARED = ['threads', 'schema_version', 'posted', 'scopes'];

/**
 * `fileDamage('ledger.db')`: what is wrong with the file as a whole, in SQLite's words; undefined if nothing is. A look that writes
 * nothing.
 */
export function fileDamage(file: string, extent: 'quick' | 'whole'): string | undefined {
  const { size } = statSync(file);
  if (size === 0) return undefined;
  if (formatOf(file) > KNOWN_FORMAT) return 'its header says that only a newer SQLite may write to it';
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return pagesDamage(database, size, extent) ?? schemaDamage(database) ?? missingEvents(file, database);
  } finally {
    database.close();
  }
}

function pagesDamage(database: DatabaseSync, size: number, extent: 'quick' | 'whole'): string | undefined {
  if (extent === 'whole') return problem(database, 'integrity_check(20)');
  const found = size <= SMALL_BYTES ? problem(database, 'quick_check(5)') : undefined;
  if (found !== undefined) return found;
  for (const table of SHARED) {
    // With its indexes: a quick check does not compare them, and one that is wrong hides a thread or lets none be made.
    const wrong = problem(database, `integrity_check(${table})`);
    // A table that an older version did not have.
    if (wrong !== undefined && !wrong.startsWith('no such table')) return wrong;
  }
  return undefined;
}

function missingEvents(file: string, database: DatabaseSync): string | undefined {
  const threads = [...lostEvents(file, database)].map(([thread, seq]) => `${thread} (${seq} at least)`);
  if (threads.length === 0) return undefined;
  return `events that were acknowledged are not in it: its log is broken or gone, or it is an older copy. Threads that had more events: ${threads.join(', ')}`;
}

/** 1: with a rollback journal, 2: with a write-ahead log. What is more opens for reading only, and no check says so. */
const KNOWN_FORMAT = 2;

/** The byte of the header that says who may write. Read before SQLite has the file open: closing it would give up its locks. */
function formatOf(file: string): number {
  const header = Buffer.alloc(20);
  const open = openSync(file, 'r');
  try {
    readSync(open, header, 0, header.length, 0);
  } finally {
    closeSync(open);
  }
  return header[18] ?? 0;
}

function problem(database: DatabaseSync, check: string): string | undefined {
  try {
    const found = database.prepare(`pragma ${check}`).all().map(firstColumn);
    return found.length === 1 && found[0] === 'ok' ? undefined : found.join('; ');
  } catch (error) {
    if (hasCode(error, [...BROKEN, UNREADABLE])) return error.message;
    throw error;
  }
}

function firstColumn(row: Readonly<Record<string, unknown>>): string {
  return String(Object.values(row)[0]);
}

/** A check is a statement that is never wrong by itself: a table is not there, or the index of the search has another version or no pages. */
const UNREADABLE = 1;
const BROKEN = [11, 26];

/** SQLite's errors for a file that is damaged, or not a database. */
export function isBrokenFile(error: unknown): error is Error {
  return hasCode(error, BROKEN) || (hasCode(error, [UNREADABLE]) && NO_INDEX.test(error.message));
}

/** What is said of the index of the search, but for words that are asked of it in a wrong way. */
const NO_INDEX = /^(?:invalid fts5 file format|vtable constructor failed)/;

function hasCode(error: unknown, codes: readonly number[]): error is Error {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return codes.includes(error.errcode & 0xff);
}

/** Node's error for a number that is too large: no column of ours ever contains one. */
export function isStrangeNumber(error: unknown): error is Error {
  return error instanceof Error && codeOf(error) === 'ERR_OUT_OF_RANGE';
}
