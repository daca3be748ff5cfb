import type { Statements, Queryable } from '../sql/database.ts';
import { column } from '../sql/column.ts';
import { type Folded, foldEvents, nothingFolded } from './fold-events.ts';
import { done, type Result } from '../result.ts';

/**
 * The threads in use, folded: one fold for the list, for whoever works in a thread and for whoever looks at it. What is kept here is true up to
 * its `seq`, and is brought up to date from the ledger whenever it is asked for.
 */
export interface FoldedThreads {
  /** With all that is committed. */
  upToDate(thread: string): Promise<Result<Folded>>;
  /** Before a transaction, so that a long thread is not folded in it. Whoever asks first goes on first. */
  ready(thread: string): Promise<Result<unknown>>;
  /** In a transaction that has locked the thread. */
  locked(sql: Statements, thread: string, now: Pick<Folded, 'seq' | 'purges'>): Promise<Result<Folded>>;
  /** After the commit. */
  keep(thread: string, folded: Folded): void;
  /** After the commit of a purge or a deletion: what is gone is not kept here. */
  forget(thread: string): void;
}

const KEPT = 1000;
/** Of all threads that are kept, so that some long ones do not fill the memory: neither those of many events nor those of long ones. */
const KEPT_EVENTS = 500_000;
const KEPT_LETTERS = 50_000_000;
const READY = Promise.resolve(done(undefined));

/** `createFoldedThreads(database)` */
export function createFoldedThreads(database: Queryable): FoldedThreads {
  const kept = new Map<string, Folded>();
  const underWay = new Map<string, Promise<Result<Folded>>>();
  let [events, letters] = [0, 0];

  /** A second caller waits for the same fold: a long thread is folded once. */
  function upToDate(thread: string): Promise<Result<Folded>> {
    const before = underWay.get(thread);
    const now = before === undefined ? catchUp(thread) : before.then(() => catchUp(thread));
    underWay.set(thread, now);
    void now
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(thread) === now) underWay.delete(thread);
      });
    return now;
  }

  async function catchUp(thread: string): Promise<Result<Folded>> {
    const purges = await purgesOf(thread);
    const known = kept.get(thread);
    const before = known?.purges === purges ? known : nothingFolded(thread, purges);
    const folded = await foldEvents(database, thread, before);
    if (!folded.ok) return folded;
    if (purges !== (await purgesOf(thread))) return catchUp(thread);
    keep(thread, folded.value);
    return folded;
  }

  /** Another process may have purged one. */
  async function purgesOf(thread: string): Promise<number> {
    const [row] = await database.all('select purges from threads where id = $1', [thread]);
    return row === undefined ? 0 : column.number(row, 'purges');
  }

  function keep(thread: string, folded: Folded): void {
    const known = kept.get(thread);
    const isOlder = known?.purges === folded.purges ? known.seq > folded.seq : (known?.purges ?? 0) > folded.purges;
    if (known !== undefined && isOlder) return;
    events += folded.seq - (known?.seq ?? 0);
    letters += folded.letters - (known?.letters ?? 0);
    kept.delete(thread);
    kept.set(thread, folded);
    for (const [oldest, { thread: listed }] of kept) {
      if (kept.size <= KEPT && events <= KEPT_EVENTS && letters <= KEPT_LETTERS) return;
      // One whose run is under way is written every moment: to fold it again each time would cost more than its memory.
      if (oldest !== thread && listed.state.scopes.get('')?.status !== 'running') drop(oldest);
    }
  }

  function drop(thread: string): void {
    events -= kept.get(thread)?.seq ?? 0;
    letters -= kept.get(thread)?.letters ?? 0;
    kept.delete(thread);
  }

  return {
    upToDate,
    ready: (thread) => underWay.get(thread) ?? (kept.has(thread) ? READY : upToDate(thread)),
    async locked(sql, thread, { seq, purges }) {
      const known = kept.get(thread);
      const isOf = known !== undefined && known.seq <= seq && known.purges === purges;
      if (isOf && known.seq === seq) return done(known);
      return foldEvents(sql, thread, isOf ? known : nothingFolded(thread, purges));
    },
    keep,
    forget: drop,
  };
}
