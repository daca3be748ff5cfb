/**
 * Copies what is sound in a broken file into a new one. Nothing is written to the broken file, and nothing is guessed:
 * each thread is copied up to its first damaged event.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { foldListed, newListedThread } from '@toolthread/core/summary';
import { keepThread, insertEvents, type Line, lineOf } from '../events/append-events.ts';
import { blobHash } from '../events/blobs-of.ts';
import type { Database, Row } from '../sql/database.ts';
import { isStrangeNumber } from './file-damage.ts';
import type { LostEvents } from './lost-events.ts';
import { isSoundEvent, soundThread } from './sound-thread.ts';
import { noteAllUnnamed } from '../events/drop-unnamed.ts';
import { RowPace } from '../events/row-pace.ts';
import { fillSaidOf } from '../search/fill-said.ts';
import { SPENT_COUNTS } from '../spent/sql-spent.ts';
import { writeBlob } from '../events/write-blob.ts';
import { eventOf, type StoredEvent } from '../events/stored-event.ts';

export interface Salvage {
  /** Threads that are there to their last event. */
  readonly whole: number;
  /** Threads with fewer events than they had, or where this is not known. */
  readonly cut: readonly CutThread[];
  /** Threads without a single event left. */
  readonly lost: readonly string[];
  readonly blobs: number;
}

export interface CutThread {
  readonly thread: string;
  readonly title: string | undefined;
  /** This many could be read, from the first on. */
  readonly events: number;
  /** How many there were; undefined if nothing says it any more. */
  readonly of: number | undefined;
}

/**
 * Of a thread whose later events are gone: whether everybody who reads it is told so, and it is not written to; or whether it goes on
 * from the last event that is left.
 */
export type Missing = 'told' | 'cut';

export interface SalvageOptions {
  /** Threads to look for beside those in the list, which may be broken itself. */
  readonly named: Iterable<string>;
  readonly had: LostEvents;
  readonly missing: Missing;
}

export async function salvage(
  from: DatabaseSync,
  { named, had, missing }: SalvageOptions,
  to: Database,
): Promise<Salvage> {
  const rows = threadRows(from);
  const deleted = new Set<unknown>();
  each(from, 'select thread from deleted_threads', [], (row) => void deleted.add(row['thread']));
  // Before the events: a saved tree says which files it names.
  const blobs = await keepBlobs(from, to);
  const cut: CutThread[] = [];
  const lost: string[] = [];
  let whole = 0;
  for (const thread of [...new Set([...rows.keys(), ...named, ...had.keys()])].sort()) {
    if (deleted.has(thread)) continue;
    const row = rows.get(thread);
    const events = soundEvents(from, thread);
    if (events.length === 0) {
      lost.push(thread);
      continue;
    }
    const known = most(had.get(thread), countOf(row, events.length));
    // Where that is not known, more than there are: it is not known that nothing is missing.
    const counted = known ?? events.length + 1;
    const line = lineFor(thread, row, events, missing);
    await keep(to, { thread, row, events, line, seq: missing === 'cut' ? events.length : counted });
    if (counted <= events.length) whole += 1;
    else cut.push({ thread, title: line.summary.title, events: events.length, of: known });
  }
  await keepBeside(from, to);
  await to.tx('full', noteAllUnnamed);
  return { whole, cut, lost, blobs };
}

/** From both ends: the damage is somewhere in between. */
function threadRows(from: DatabaseSync): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const order of ['asc', 'desc']) {
    each(from, `select * from threads not indexed order by rowid ${order}`, [], (row) => {
      if (typeof row['id'] === 'string') rows.set(row['id'], { sum: null, ...row });
    });
  }
  return rows;
}

function soundEvents(from: DatabaseSync, thread: string): readonly StoredEvent[] {
  const events: StoredEvent[] = [];
  each(from, 'select * from events where thread = ? order by seq', [thread], (row) => {
    const body = row['body'];
    if (typeof body !== 'string' || !isSoundEvent({ sum: null, ...row }, thread, events.length + 1)) return 'enough';
    events.push({ body, event: eventOf(body) });
    return undefined;
  });
  return events;
}

/** How many events there were, if that is known. */
function countOf(row: Row | undefined, found: number): number | undefined {
  const sound = row === undefined ? undefined : soundThread(row);
  return sound?.seq ?? (row?.['seq'] === found ? found : undefined);
}

/** Each of the two lists may contain threads that the other does not. */
function most(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function lineFor(thread: string, row: Row | undefined, events: readonly StoredEvent[], missing: Missing): Line {
  const sound = row === undefined ? undefined : soundThread(row);
  if (row !== undefined && sound !== undefined && missing === 'told') {
    return { summary: sound.summary, unfinished: row['unfinished'] === 1, expiresAt: numeric(row['expires_at']) };
  }
  const left = events.reduce((before, { event }) => foldListed(before, event), newListedThread(thread));
  // Only the row said whether a run of ours has worked in it.
  return lineOf(left, row === undefined || numeric(row['epoch']) !== 0);
}

interface Kept {
  readonly thread: string;
  readonly row: Row | undefined;
  readonly events: readonly StoredEvent[];
  readonly seq: number;
  readonly line: Line;
}

async function keep(to: Database, { thread, row, events, seq, line }: Kept): Promise<void> {
  const [first, last] = [events.at(0)?.event.at ?? 0, events.at(-1)?.event.at ?? 0];
  const updatedAt = numeric(row?.['updated_at']) ?? last;
  // A run may have claimed the thread: that claim is no longer valid.
  const epoch = (numeric(row?.['epoch']) ?? 0) + 1;
  await to.tx('full', async (sql) => {
    await sql.run(
      `insert into threads (id, seq, epoch, created_at, updated_at, unfinished, summary) values ($1, 0, $2, $3, 0, 0, '')`,
      [thread, epoch, numeric(row?.['created_at']) ?? first],
    );
    await insertEvents(sql, thread, events);
    await keepThread(sql, thread, { seq, updatedAt, line });
    await fillSaidOf(sql, to.dialect.words, thread);
  });
}

async function keepBlobs(from: DatabaseSync, to: Database): Promise<number> {
  let kept = 0;
  for (const order of ['asc', 'desc']) {
    const found: { hash: string; content: Uint8Array }[] = [];
    const all = each(from, `select * from blobs not indexed order by rowid ${order}`, [], (row) => {
      const content = wholeBlob(from, row);
      const { hash } = row;
      if (typeof hash === 'string' && blobHash(content) === hash) found.push({ hash, content });
    });
    await to.tx('full', async (sql) => {
      const pace = new RowPace();
      for (const { hash, content } of found) await writeBlob(sql, hash, content, pace);
    });
    kept = Math.max(kept, found.length);
    if (all) break;
  }
  return kept;
}

/** Sign-ins are not kept: whoever was signed in signs in again. What cannot be read gives nobody a right. */
const BESIDE = {
  people: ['name', 'password', 'added_at'],
  thread_people: ['thread', 'person', 'role'],
  thread_links: ['digest', 'thread', 'made_by', 'at'],
  spent: ['person', 'day', 'model', ...SPENT_COUNTS],
  spending_limits: ['person', 'kind', 'most'],
  workspace_roots: ['id', 'node', 'path', 'shared', 'used'],
  workspaces: ['thread', 'root', 'gone'],
} as const;

async function keepBeside(from: DatabaseSync, to: Database): Promise<void> {
  for (const [table, columns] of Object.entries(BESIDE)) {
    const rows: (string | number)[][] = [];
    each(from, `select ${columns.join(', ')} from ${table}`, [], (row) => {
      const values = columns.map((name) => row[name]).filter((value) => isPlain(value));
      if (values.length === columns.length) rows.push(values);
    });
    const places = columns.map((_, n) => `$${n + 1}`).join(', ');
    const insert = `insert into ${table} (${columns.join(', ')}) values (${places}) on conflict do nothing`;
    await to.tx('full', async (sql) => {
      for (const values of rows) await sql.run(insert, values);
    });
  }
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** As far as it can be read. Before schema 5 it was one row. */
function wholeBlob(from: DatabaseSync, { content, pieces }: Row): Uint8Array {
  const found = [content];
  if (typeof pieces === 'string') {
    const query = 'select content from blob_pieces where pieces = ? order by at';
    each(from, query, [pieces], (row) => void found.push(row['content']));
  }
  return Buffer.concat(found.filter((piece) => piece instanceof Uint8Array));
}

/** Row by row until one cannot be read, or until there are enough. True if all of them were read. */
function each(
  from: DatabaseSync,
  sql: string,
  values: readonly SQLInputValue[],
  take: (row: Row) => 'enough' | undefined | void,
): boolean {
  try {
    for (const row of from.prepare(sql).iterate(...values)) {
      if (take(row) === 'enough') return false;
    }
    return true;
  } catch (error) {
    if (isStrangeNumber(error) || (error instanceof Error && 'errcode' in error)) return false;
    throw error;
  }
}

function numeric(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
