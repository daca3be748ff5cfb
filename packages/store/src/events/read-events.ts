import type { LedgerEvent } from '@toolthread/core';
import { DatabaseDamaged, type Row, type Queryable } from '../sql/database.ts';
import { done, noSuchThread, refuse, type Refused, type Result } from '../result.ts';
import { column } from '../sql/column.ts';
import { isSoundEvent } from '../damage/sound-thread.ts';
import { Pace } from '../pace.ts';
import { eventLoop } from '../turns.ts';
import { eventOf, type StoredEvent } from './stored-event.ts';

export interface Range {
  readonly after: number;
  readonly limit: number;
}

/** The events as far as they are sound. Nothing but the end, or damage, comes after them. */
export async function readEvents(
  database: Queryable,
  thread: string,
  range: Range,
): Promise<Result<readonly LedgerEvent[]>> {
  const stored = await readStored(database, thread, range);
  return stored.ok ? done(stored.value.map(({ event }) => event)) : stored;
}

/** The same, with their text. */
export async function readStored(
  database: Queryable,
  thread: string,
  range: Range,
): Promise<Result<readonly StoredEvent[]>> {
  const rows = await soundRows(database, thread, range);
  if (!rows.ok) return rows;
  const pace = new Pace();
  const stored: StoredEvent[] = [];
  for (const row of rows.value) {
    const body = column.text(row, 'body');
    await pace.after(body.length);
    stored.push({ event: eventOf(body), body });
  }
  return done(stored);
}

/** The rows of them, as they are there. */
export async function soundRows(database: Queryable, thread: string, range: Range): Promise<Result<readonly Row[]>> {
  const { after } = range;
  const rows = await rowsOf(database, thread, range);
  // One that is alone may be large: to read it has taken its time already.
  if (rows?.length === 1) await eventLoop.next();
  const end = rows?.findIndex((row, index) => !isSoundEvent(row, thread, after + index + 1));
  if (rows === undefined || end === 0) return damagedAt(thread, after + 1);
  if (rows.length > 0) return done(end === undefined || end < 0 ? rows : rows.slice(0, end));
  const known = await entryOf(database, thread);
  if (known === 'damaged') return refuse('damaged', listDamage(thread));
  if (known === undefined) return noSuchThread(thread);
  if (Number(known['seq']) <= after) return done([]);
  // The counter is ahead of what was read: something was appended since, or is gone.
  const again = await rowsOf(database, thread, { after, limit: 1 });
  return again?.length === 0 ? damagedAt(thread, after + 1) : soundRows(database, thread, range);
}

async function entryOf(database: Queryable, thread: string): Promise<Row | 'damaged' | undefined> {
  try {
    const [known] = await database.all('select seq from threads where id = $1', [thread]);
    return known;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return 'damaged';
    throw error;
  }
}

export function listDamage(thread: string): string {
  return `Thread ${thread} is damaged: its entry in the list cannot be read. ${WHAT_TO_DO}`;
}

function damagedAt(thread: string, seq: number): Refused {
  return refuse('damaged', `Thread ${thread} is damaged: its event ${seq} cannot be read. ${WHAT_TO_DO}`);
}

const WHAT_TO_DO =
  'Nothing is written to it any more. "toolthread doctor" says what is broken, and with --repair lets it go on.';

/**
 * A page has no more bytes, however many events were asked for, unless its first event alone has: one reader's page must
 * neither fill the memory nor hold the event loop.
 */
const PAGE_BYTES = 256 * 1024;

/** Undefined if the file is so broken that not even the first of them is found. */
async function rowsOf(
  database: Queryable,
  thread: string,
  { after, limit }: Range,
): Promise<readonly Row[] | undefined> {
  try {
    return await database.all(
      `select events.seq, events.body, events.sum from events join (
         select seq, size, sum(size) over (order by seq) as total from (
           select seq, size from events where thread = $1 and seq > $2
             and not exists (select 1 from deleted_threads where deleted_threads.thread = $1)
           order by seq limit $3
         ) as candidates
       ) as page on page.seq = events.seq
       where events.thread = $1 and (page.total <= $4 or page.total = page.size) order by events.seq`,
      [thread, after, limit, PAGE_BYTES],
    );
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
    return limit <= 1 ? undefined : rowsOf(database, thread, { after, limit: Math.floor(limit / 8) || 1 });
  }
}
