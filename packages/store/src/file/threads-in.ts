/** Looks into a ledger's file from outside. Nothing is written, and a server may be at work in it. */
import type { LedgerEvent, ThreadSummary } from '@toolthread/core';
import { type Database, DatabaseUnavailable } from '../sql/database.ts';
import { listRows } from '../threads/list-rows.ts';
import { readEvents } from '../events/read-events.ts';
import { done, refuse, type Result } from '../result.ts';
import { NEWEST_SCHEMA, schemaOf } from '../sql/migrate.ts';
import { openReader } from '../sql/open-sqlite.ts';
import { summaryOfRow } from '../threads/summary-of-row.ts';

type Reader = Pick<Database, 'all'>;

/**
 * The threads in a file, the newest first, those in the archive and the bin too. Undefined where the file is no ledger.
 *
 * @example
 * const threads = await threadsIn(await exampleLedger());
 * threads.ok && threads.value?.map(({ title }) => title); //=> ['Parser']
 */
export function threadsIn(file: string): Promise<Result<readonly ThreadSummary[] | undefined>> {
  return looking(file, async (reader) => {
    const threads: ThreadSummary[] = [];
    for (const place of ['list', 'archive', 'bin'] as const)
      for (const row of await listRows(reader, { limit: 10_000, place })) threads.push(summaryOfRow(row, undefined));
    return done(threads.sort((a, b) => b.updatedAt - a.updatedAt));
  });
}

/**
 * All events of a thread in a file. Undefined where the file is no ledger.
 *
 * @example
 * import { threadsIn } from '@toolthread/store';
 * const file = await exampleLedger();
 * const threads = await threadsIn(file);
 * const [thread] = threads.ok && threads.value ? threads.value : [];
 * const events = await eventsIn(file, thread?.id ?? '');
 * events.ok && events.value?.[0]?.type; //=> 'thread.created'
 */
export function eventsIn(file: string, thread: string): Promise<Result<readonly LedgerEvent[] | undefined>> {
  return looking(file, async (reader) => {
    const events: LedgerEvent[] = [];
    for (;;) {
      const page = await readEvents(reader, thread, { after: events.length, limit: 1000 });
      if (!page.ok) return page;
      if (page.value.length === 0) return done(events);
      events.push(...page.value);
    }
  });
}

async function looking<T>(file: string, look: (reader: Reader) => Promise<Result<T>>): Promise<Result<T | undefined>> {
  try {
    const reader = openReader(file);
    try {
      const schema = await schemaOf(reader);
      if (schema === undefined) return done(undefined);
      if (schema === NEWEST_SCHEMA) return await look(reader);
      return refuse('unavailable', `It is of schema ${schema}, and this Toolthread reads ${NEWEST_SCHEMA}.`);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return refuse('unavailable', error.message);
    throw error;
  }
}
