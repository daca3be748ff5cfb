/** Looks into a ledger from outside: a file, or a PostgreSQL database. Nothing is written, and a server may be at work in it. */
import type { LedgerEvent } from '@toolthread/core';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { ListPlace } from '@toolthread/core/events';
import type { ListPage } from '../ledger.ts';
import type { Reader, Row } from '../sql/database.ts';
import { done, type Result } from '../result.ts';
import { looking } from './looking.ts';
import { listRows } from './list-rows.ts';
import { readEvents } from '../events/read-events.ts';
import { type SaidAsked, type SaidFound, searchSaid } from '../search/search-said.ts';
import { summaryOfRow } from './summary-of-row.ts';

/**
 * The threads of a ledger, the newest first, those in the archive and the bin too. `place` is its file, or the address of its database.
 * Undefined if there is no ledger.
 *
 * @example
 * const threads = await threadsIn(await exampleLedger());
 * threads.ok && threads.value?.map(({ title }) => title); //=> ['Parser']
 */
export function threadsIn(place: string): Promise<Result<readonly ThreadSummary[] | undefined>> {
  return looking(place, async (reader) => {
    const threads: ThreadSummary[] = [];
    for (const place of ['list', 'archive', 'bin'] as const)
      for await (const row of rowsIn(reader, place)) threads.push(summaryOfRow(row, undefined));
    return done(threads.sort((a, b) => b.updatedAt - a.updatedAt));
  });
}

/**
 * All events of a thread of a ledger. Undefined if there is no ledger. With `each` they are told one after the other, none is held, and the list is empty.
 *
 * @example
 * import { threadsIn } from '@toolthread/store';
 * const file = await exampleLedger();
 * const threads = await threadsIn(file);
 * const [thread] = threads.ok && threads.value ? threads.value : [];
 * const events = await eventsIn(file, thread?.id ?? '');
 * events.ok && events.value?.[0]?.type; //=> 'thread.created'
 */
export function eventsIn(
  place: string,
  thread: string,
  each?: (event: LedgerEvent) => void,
): Promise<Result<readonly LedgerEvent[] | undefined>> {
  return looking(place, async (reader) => {
    const events: LedgerEvent[] = [];
    const take = each ?? ((event: LedgerEvent): void => void events.push(event));
    for (let after = 0; ;) {
      const page = await readEvents(reader, thread, { after, limit: 1000 });
      if (!page.ok) return page;
      if (page.value.length === 0) return done(events);
      page.value.forEach((event) => take(event));
      after += page.value.length;
    }
  });
}

/**
 * What was said in a ledger, the newest first. Undefined if there is no ledger.
 *
 * @example
 * const found = await searchIn(await exampleLedger(), { words: ['parser'], limit: 10 });
 * found.ok && found.value?.map(({ whose }) => whose); //=> ['search_files', 'you', 'title']
 */
export function searchIn(place: string, asked: SaidAsked): Promise<Result<readonly SaidFound[] | undefined>> {
  return looking(place, async (reader) => {
    const all: SaidFound[] = [];
    for (let before = asked.before; ;) {
      const { found, next } = await searchSaid(reader, { ...asked, before, limit: asked.limit - all.length });
      all.push(...found);
      if (next === undefined || all.length === asked.limit) return done(all);
      before = next;
    }
  });
}

const PAGE = 1000;

/** However many there are. */
async function* rowsIn(reader: Reader, place: ListPlace): AsyncGenerator<Row, void, void> {
  for (let before: ListPage['before']; ;) {
    const rows = await listRows(reader, { limit: PAGE, place, before });
    yield* rows;
    const last = rows.at(-1);
    // After one that is broken no place is known.
    if (rows.length < PAGE || typeof last?.['updated_at'] !== 'number') return;
    const pinned = last['pinned'] === 1 ? ({ pinned: true } as const) : {};
    before = { ...pinned, updatedAt: last['updated_at'], id: String(last['id']) };
  }
}
