import type { Database, Statements } from '../sql/database.ts';
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
  /** In a transaction that has locked the thread, whose last event is `seq`. */
  locked(sql: Statements, thread: string, seq: number): Promise<Result<Folded>>;
  /** After the commit. */
  keep(thread: string, folded: Folded): void;
  /** After the commit of a purge: what was folded before holds what was purged. */
  forget(thread: string): void;
}

const KEPT = 1000;
/** Of all threads that are kept, so that some long ones do not fill the memory. */
const KEPT_EVENTS = 500_000;
const READY = Promise.resolve(done(undefined));

/** `createFoldedThreads(database)` */
export function createFoldedThreads(database: Pick<Database, 'all'>): FoldedThreads {
  const kept = new Map<string, Folded>();
  const underWay = new Map<string, Promise<Result<Folded>>>();
  let events = 0;
  let purges = 0;

  /** Who asks while another is at it goes on from there: a long thread is folded once. */
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
    const purgesBefore = purges;
    const folded = await foldEvents(database, thread, kept.get(thread) ?? nothingFolded(thread));
    if (!folded.ok) return folded;
    if (purges !== purgesBefore) return catchUp(thread);
    keep(thread, folded.value);
    return folded;
  }

  function keep(thread: string, folded: Folded): void {
    const before = kept.get(thread)?.seq ?? 0;
    if (before > folded.seq) return;
    events += folded.seq - before;
    kept.delete(thread);
    kept.set(thread, folded);
    for (const [oldest, { thread: listed }] of kept) {
      if (kept.size <= KEPT && events <= KEPT_EVENTS) return;
      // One whose run is under way is written every moment: to fold it anew each time would cost more than its memory.
      if (oldest !== thread && listed.state.scopes.get('')?.status !== 'running') drop(oldest);
    }
  }

  function drop(thread: string): void {
    events -= kept.get(thread)?.seq ?? 0;
    kept.delete(thread);
  }

  return {
    upToDate,
    ready: (thread) => underWay.get(thread) ?? (kept.has(thread) ? READY : upToDate(thread)),
    async locked(sql, thread, seq) {
      const known = kept.get(thread);
      if (known?.seq === seq) return done(known);
      return foldEvents(sql, thread, known === undefined || known.seq > seq ? nothingFolded(thread) : known);
    },
    keep,
    forget(thread) {
      purges += 1;
      drop(thread);
    },
  };
}
