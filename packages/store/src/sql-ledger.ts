import { randomUUID } from 'node:crypto';
import { type EventDraft, type LedgerEvent } from '@toolthread/core';
import { newListedThread, summaryOf } from '@toolthread/core/summary';
import { type Appended, appendEvents, recount } from './events/append-events.ts';
import { AwaitedBlobs } from './events/awaited-blobs.ts';
import { blobHash } from './events/blobs-of.ts';
import type { LastAcknowledged } from './damage/last-acknowledged.ts';
import type { Database, Durability } from './sql/database.ts';
import { sqlCuts } from './threads/cuts.ts';
import { createFoldedThreads } from './threads/folded-threads.ts';
import { createOldSummaries } from './threads/old-summaries.ts';
import type { Ledger, RunClaim } from './ledger.ts';
import { proveClaim } from './nodes/claim-run.ts';
import { sqlNodes } from './nodes/sql-nodes.ts';
import { COLUMNS, listRows } from './threads/list-rows.ts';
import { deleteThread } from './events/delete-thread.ts';
import { purgeEvent } from './events/purge-event.ts';
import { ThreadOrder } from './threads/thread-order.ts';
import { RowPace } from './events/row-pace.ts';
import { isRemoved, removedPerson } from './people/is-removed.ts';
import { ownThread, sqlPeople } from './people/sql-people.ts';
import { sqlSpent } from './spent/sql-spent.ts';
import { done, guarded, noSuchBlob, noSuchThread, refuse, type Result } from './result.ts';
import { createRemoval } from './events/removal.ts';
import { BLOB_SIZE, readBlob } from './events/read-blob.ts';
import { notePut } from './events/drop-unnamed.ts';
import { writeBlob } from './events/write-blob.ts';
import { searchSaid } from './search/search-said.ts';
import { readEvents } from './events/read-events.ts';
import { column } from './sql/column.ts';
import { wholly } from './sql/wholly.ts';
import { isDelta, eventOf } from './events/stored-event.ts';
import { createThreadChecks } from './damage/thread-checks.ts';
import { writeSummary } from './threads/parse-summary.ts';
import { sqlWorkspaces } from './workspaces/sql-workspaces.ts';
import { summaryOfRow } from './threads/summary-of-row.ts';

export interface SqlLedgerOptions {
  readonly database: Database;
  readonly now?: () => number;
  /** Told what was acknowledged, where that is recorded beside the database. */
  readonly acknowledged?: LastAcknowledged;
  /** Whether every thread is looked at after a start, or only those that are written to: a server of databases looks after its own files. */
  readonly check?: 'all' | 'written';
}

/** `sqlLedger({ database })`: the database is at the newest schema. */
export function sqlLedger({ database, now = Date.now, acknowledged, check = 'all' }: SqlLedgerOptions): Ledger {
  const checks = createThreadChecks(database);
  const threads = createFoldedThreads(database);
  const { words } = database.dialect;
  const tools = { threads, words };
  const awaited = new AwaitedBlobs();
  const order = new ThreadOrder();
  const removal = createRemoval(database, { now, isAwaited: (hash) => awaited.has(hash, now()) });
  const writing = <T>(thread: string, write: () => Promise<Result<T>>): Promise<Result<T>> =>
    guarded(() => checks.whenSound(thread, () => order.next(thread, write)));
  const reading = <T>(thread: string, read: () => Promise<Result<T>>): Promise<Result<T>> =>
    guarded(async () => {
      const found = await read();
      if (!found.ok && found.error.code === 'damaged') checks.note(thread, found.error.message);
      return found;
    });
  const old = createOldSummaries((thread) =>
    writing(thread, async () => {
      // A long thread is not folded in a transaction.
      const ready = await threads.ready(thread);
      return ready.ok ? wholly(database, 'relaxed', (sql) => recount(sql, threads, thread)) : ready;
    }),
  );
  // Whoever needs a thread sooner has it checked then; what cannot be read now is told to whoever reads it.
  if (check === 'all') void checks.checkAll().catch(() => undefined);
  removal.nowAndThen();

  /** It is committed. */
  function kept(thread: string, appended: Result<Appended>, durability: Durability): Result<readonly LedgerEvent[]> {
    if (!appended.ok) return appended;
    const last = appended.value.events.at(-1);
    if (durability === 'full' && last !== undefined) acknowledged?.note(thread, last.seq);
    threads.keep(thread, appended.value.folded);
    for (const hash of appended.value.named) awaited.named(hash);
    return done(appended.value.events);
  }

  const putBlobs: Ledger['putBlobs'] = (contents) => {
    removal.nowAndThen();
    return guarded(() =>
      database.tx('full', async (sql) => {
        const hashes: string[] = [];
        // A whole workspace may come at once, or large pictures.
        const pace = new RowPace();
        for (const content of contents) {
          const hash = blobHash(content);
          await writeBlob(sql, hash, content, pace);
          await notePut(sql, hash, now());
          awaited.put(hash, now());
          hashes.push(hash);
        }
        return done(hashes);
      }),
    );
  };

  return {
    createThread: (draft, as) =>
      guarded(async () => {
        const thread = as?.id ?? randomUUID();
        const created = await wholly(database, 'full', async (sql) => {
          const at = now();
          // A session of another agent was begun there, long before somebody opened it here.
          const begun = draft.source === undefined ? at : as?.at || at;
          if (as?.owner !== undefined && (await isRemoved(sql, as.owner))) return removedPerson(as.owner);
          const [gone] = await sql.all('select thread from deleted_threads where thread = $1', [thread]);
          const made =
            gone === undefined &&
            (await sql.all(
              `insert into threads (id, seq, epoch, created_at, updated_at, unfinished, summary, purges)
               values ($1, 0, 0, $2, $3, 0, $4, $3) on conflict do nothing returning id`,
              [thread, begun, at, writeSummary(summaryOf(newListedThread(thread)))],
            ));
          if (made === false || made.length === 0)
            return refuse('seq_conflict', `There is a thread ${thread} already.`);
          checks.created(thread);
          const drafts: readonly EventDraft[] = [
            { type: 'thread.created', ...draft, ...(as?.at === undefined ? {} : { at: as.at }) },
          ];
          if (as?.owner !== undefined) await ownThread(sql, thread, as.owner);
          return appendEvents(sql, tools, { thread, drafts, run: undefined, after: undefined, person: undefined, at });
        });
        return kept(thread, created, 'full');
      }),

    append: (thread, drafts, { run, after, person } = {}) =>
      writing(thread, async () => {
        const ready = await threads.ready(thread);
        if (!ready.ok) return ready;
        const durability = drafts.every(isDelta) ? 'relaxed' : 'full';
        const appended = await database.together(durability, (sql) =>
          appendEvents(sql, tools, { thread, drafts, run, after, person, at: now() }),
        );
        return kept(thread, appended, durability);
      }),

    read: (thread, range) => reading(thread, () => readEvents(database, thread, range)),

    state: async (thread) => {
      const folded = await reading(thread, () => threads.upToDate(thread));
      return folded.ok ? done(folded.value.thread.state) : folded;
    },

    shown: async (thread) => {
      const folded = await reading(thread, () => threads.upToDate(thread));
      return folded.ok ? done(folded.value.thread.shown) : folded;
    },

    thread: (thread) =>
      guarded(async () => {
        const [row] = await database.all(`select ${COLUMNS} from threads where id = $1`, [thread]);
        return row === undefined ? noSuchThread(thread) : done(summaryOfRow(row, checks.damage(thread)));
      }),

    listThreads: (page) =>
      guarded(async () => {
        const rows = await listRows(database, page);
        for (const row of rows) old.note(row);
        return done(rows.map((row) => summaryOfRow(row, checks.damage(String(row['id'])))));
      }),

    listUnfinished: () =>
      guarded(async () => {
        const rows = await database.all('select id from threads where unfinished = 1 order by id');
        return done(rows.flatMap(({ id }) => (typeof id === 'string' ? id : [])));
      }),

    listAtWork: () =>
      guarded(async () => {
        const rows = await database.all(
          `select id from threads where unfinished = 1 or summary like '%"status":"awaiting_user"%' order by id`,
        );
        return done(rows.map((row) => column.text(row, 'id')));
      }),

    scopes: (thread, after) =>
      guarded(async () => {
        const rows = await database.all(
          `select events.body from scopes join events on events.thread = scopes.thread and events.seq = scopes.seq
           where scopes.thread = $1 and scopes.seq > $2 order by scopes.seq`,
          [thread, after],
        );
        const events = rows.map((row) => eventOf(column.text(row, 'body')));
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
        return done({ at: column.number(first, 'expires_at'), threads: rows.map((row) => column.text(row, 'id')) });
      }),

    claimRun: (thread, id) =>
      writing(thread, () =>
        database.tx('full', async (sql) => {
          const [row] = await sql.all('update threads set epoch = epoch + 1, run = $2 where id = $1 returning epoch', [
            thread,
            id,
          ]);
          if (row === undefined) return noSuchThread(thread);
          const claim: RunClaim = { id, epoch: column.number(row, 'epoch') };
          proveClaim(sql, thread, claim);
          return done(claim);
        }),
      ),

    nodes: sqlNodes(database, guarded),

    purge: (thread, seq, why) =>
      writing(thread, async () => {
        const purged = await wholly(database, 'full', (sql) => purgeEvent(sql, words, { thread, seq, ...why }));
        threads.forget(thread);
        await removal.all();
        return purged;
      }),

    // A damaged one, too: what cannot be read can be thrown away.
    deleteThread: (thread) =>
      guarded(async () => {
        const deleted = await order.next(thread, () => {
          acknowledged?.forget(thread);
          return database.tx('full', (sql) => deleteThread(sql, thread));
        });
        threads.forget(thread);
        await removal.all();
        return deleted;
      }),

    workspaces: sqlWorkspaces(database, guarded),

    putBlob: async (content) => {
      const hashes = await putBlobs([content]);
      return hashes.ok ? done(hashes.value[0] ?? '') : hashes;
    },

    putBlobs,

    blobUses: (hash) =>
      guarded(async () => {
        const rows = await database.all(
          `select thread, seq from blob_uses
           where hash = $1 and thread not in (select thread from deleted_threads) order by thread, seq`,
          [hash],
        );
        return done(rows.map((row) => ({ thread: column.text(row, 'thread'), seq: column.number(row, 'seq') })));
      }),

    blobSize: (hash) =>
      guarded(async () => {
        const [row] = await database.all(`select ${BLOB_SIZE} as size from blobs where hash = $1`, [hash]);
        return row === undefined ? noSuchBlob(hash) : done(column.number(row, 'size'));
      }),

    getBlob: (hash, piece) =>
      guarded(async () => {
        const content = await readBlob(database, hash, piece);
        return content === undefined ? noSuchBlob(hash) : done(content);
      }),

    search: (asked) => guarded(async () => done(await searchSaid(database, asked))),

    people: sqlPeople(database, now),

    spent: sqlSpent(database),

    cuts: sqlCuts(database, guarded),

    ...(database.reach === undefined ? {} : { reach: database.reach }),

    close: async () => {
      checks.close();
      old.close();
      removal.close();
      await database.close();
      acknowledged?.close();
    },
  };
}
