import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { appendEvents } from './append-events.ts';
import { blobHash } from './blob.ts';
import { type Database, DatabaseUnavailable, type Row } from './database.ts';
import type { Ledger, Result, RunClaim, ThreadSummary } from './ledger.ts';
import { purgeEvent } from './purge-event.ts';
import { done, noSuchThread, refuse } from './result.ts';
import { bytesOf, numberOf, textOf } from './row.ts';
import { isDelta, parseEvent } from './stored-event.ts';
import { emptySummary, parseSummary } from './summary.ts';

export interface SqlLedgerOptions {
  readonly database: Database;
  readonly now?: () => number;
  readonly newId?: () => string;
}

/**
 * A page of `read` has no more bytes, however many events were asked for, unless its first event alone has: one reader's page must
 * neither fill the memory nor hold the event loop.
 */
const PAGE_BYTES = 256 * 1024;

const BREATH = 50;

const columns = 'id, seq, created_at, updated_at, unfinished, summary';

/** By the index `threads_recent`: it costs what it gives, however many threads there are. */
export const LIST: string = `select ${columns} from threads where (updated_at, id) < ($1, $2)
              order by updated_at desc, id desc limit $3`;

/** Later than anything. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** `sqlLedger({ database })`: the database is at the newest schema. */
export function sqlLedger({ database, now = Date.now, newId = randomUUID }: SqlLedgerOptions): Ledger {
  const putBlobs: Ledger['putBlobs'] = (contents) =>
    guarded(() =>
      database.tx('full', async (sql) => {
        const hashes: string[] = [];
        for (const content of contents) {
          const hash = blobHash(content);
          await sql.run('insert into blobs (hash, content) values ($1, $2) on conflict do nothing', [hash, content]);
          hashes.push(hash);
          // A whole workspace may come at once: everybody else goes on meanwhile.
          if (hashes.length % BREATH === 0) await setImmediate();
        }
        return done(hashes);
      }),
    );

  return {
    createThread: (draft) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const thread = newId();
          const at = now();
          await sql.run(
            `insert into threads (id, seq, epoch, created_at, updated_at, unfinished, summary)
             values ($1, 0, 0, $2, $2, 0, $3)`,
            [thread, at, JSON.stringify(emptySummary)],
          );
          return appendEvents(sql, { thread, drafts: [{ type: 'thread.created', ...draft }], run: undefined, at });
        }),
      ),

    append: (thread, drafts, { run } = {}) =>
      guarded(() =>
        database.tx(drafts.every(isDelta) ? 'relaxed' : 'full', (sql) =>
          appendEvents(sql, { thread, drafts, run, at: now() }),
        ),
      ),

    read: (thread, { after, limit }) =>
      guarded(async () => {
        const rows = await database.all(
          `select events.body from events join (
             select seq, size, sum(size) over (order by seq) as total from (
               select seq, size from events where thread = $1 and seq > $2 order by seq limit $3
             ) as candidates
           ) as page on page.seq = events.seq
           where events.thread = $1 and (page.total <= $4 or page.total = page.size) order by events.seq`,
          [thread, after, limit, PAGE_BYTES],
        );
        if (rows.length > 0) return done(rows.map((row) => parseEvent(textOf(row, 'body'))));
        const [known] = await database.all('select 1 as known from threads where id = $1', [thread]);
        return known === undefined ? noSuchThread(thread) : done([]);
      }),

    thread: (thread) =>
      guarded(async () => {
        const [row] = await database.all(`select ${columns} from threads where id = $1`, [thread]);
        return row === undefined ? noSuchThread(thread) : done(summaryOfRow(row));
      }),

    listThreads: ({ limit, before }) =>
      guarded(async () => {
        const rows = await database.all(LIST, [before?.updatedAt ?? NEVER, before?.id ?? '', limit]);
        return done(rows.map(summaryOfRow));
      }),

    listUnfinished: () =>
      guarded(async () => {
        const rows = await database.all('select id from threads where unfinished = 1 order by id');
        return done(rows.map((row) => textOf(row, 'id')));
      }),

    scopes: (thread, after) =>
      guarded(async () => {
        const rows = await database.all(
          `select events.body from scopes join events on events.thread = scopes.thread and events.seq = scopes.seq
           where scopes.thread = $1 and scopes.seq > $2 order by scopes.seq`,
          [thread, after],
        );
        const events = rows.map((row) => parseEvent(textOf(row, 'body')));
        // One that was purged is no such event any more.
        return done(events.filter((event) => event.type === 'scope.opened'));
      }),

    nextExpiry: (after) =>
      guarded(async () => {
        const rows = await database.all(
          `select id, expires_at from threads
           where expires_at = (select min(expires_at) from threads where expires_at > $1) order by id`,
          [after],
        );
        const [first] = rows;
        if (first === undefined) return done(undefined);
        return done({ at: numberOf(first, 'expires_at'), threads: rows.map((row) => textOf(row, 'id')) });
      }),

    claimRun: (thread, id) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const [row] = await sql.all('update threads set epoch = epoch + 1, run = $2 where id = $1 returning epoch', [
            thread,
            id,
          ]);
          return row === undefined ? noSuchThread(thread) : done<RunClaim>({ id, epoch: numberOf(row, 'epoch') });
        }),
      ),

    purge: (thread, seq, why) => guarded(() => database.tx('full', (sql) => purgeEvent(sql, thread, seq, why))),

    putBlob: async (content) => {
      const hashes = await putBlobs([content]);
      return hashes.ok ? done(hashes.value[0] ?? '') : hashes;
    },

    putBlobs,

    blobUses: (hash) =>
      guarded(async () => {
        const rows = await database.all('select thread, seq from blob_uses where hash = $1 order by thread, seq', [
          hash,
        ]);
        return done(rows.map((row) => ({ thread: textOf(row, 'thread'), seq: numberOf(row, 'seq') })));
      }),

    getBlob: (hash) =>
      guarded(async () => {
        const [row] = await database.all('select content from blobs where hash = $1', [hash]);
        if (row === undefined) return refuse('no_such_blob', `There is no blob ${hash}.`);
        return done(bytesOf(row, 'content'));
      }),

    close: () => database.close(),
  };
}

async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable)
      return refuse('unavailable', `The ledger cannot be used: ${error.message}`);
    throw error;
  }
}

function summaryOfRow(row: Row): ThreadSummary {
  const { title, status, calls, failed, requests, busy } = parseSummary(textOf(row, 'summary'));
  return {
    id: textOf(row, 'id'),
    title,
    createdAt: numberOf(row, 'created_at'),
    updatedAt: numberOf(row, 'updated_at'),
    seq: numberOf(row, 'seq'),
    // A team's own scope stays queued while its members are at work.
    status: status === 'queued' && busy.length > 1 ? 'running' : status,
    calls,
    failed,
    waiting: requests.length,
    unfinished: numberOf(row, 'unfinished') === 1,
  };
}
