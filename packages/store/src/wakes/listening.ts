/**
 * How a node learns of what the others write: it hears their wakes, and in case one is lost it looks each second at the threads that somebody reads
 * here, with one question for all of them.
 */
import { column } from '../sql/column.ts';
import type { Row, Queryable } from '../sql/database.ts';
import type { ThreadReaders } from '../ledger.ts';
import { hearWakes } from './hear-wakes.ts';
import { GONE, PURGED } from './wake.ts';

export interface ListeningOptions {
  readonly database: Queryable;
  readonly url: string;
  /** Our own: what it says its readers know. */
  readonly node: string;
  readonly lookMs: number;
}

interface Seen {
  readonly seq: number;
  readonly purges: number;
}

const NOTHING: Seen = { seq: GONE, purges: 0 };

function seenIn(row: Row): Seen {
  return { seq: column.number(row, 'seq'), purges: column.number(row, 'purges') };
}

/** In one question. */
const AT_ONCE = 1000;

/** `const end = listening(readers, { database, url, node, lookMs: 1000 })` */
export function listening(
  readers: ThreadReaders,
  { database, url, node, lookMs }: ListeningOptions,
): () => Promise<void> {
  /** Of each thread that is read here the last event that its readers were woken for, and how often something was purged. */
  let known: ReadonlyMap<string, Seen> = new Map();
  let looking: Promise<void> | undefined;

  /** A thread that is seen for the first time wakes, too: what was written before this look may have been said to nobody. */
  async function look(): Promise<void> {
    const watched = [...readers.watched()];
    const now = new Map<string, Seen>();
    for (let start = 0; start < watched.length; start += AT_ONCE) {
      const slice = watched.slice(start, start + AT_ONCE);
      const places = slice.map((_, n) => `$${n + 1}`).join(', ');
      const rows = await database.all(`select id, seq, purges from threads where id in (${places})`, slice);
      const found = new Map(rows.map((row) => [column.text(row, 'id'), seenIn(row)]));
      for (const thread of slice) now.set(thread, found.get(thread) ?? NOTHING);
    }
    const before = known;
    known = now;
    for (const [thread, { seq, purges }] of now) {
      const last = before.get(thread);
      if (last !== undefined && last.purges !== purges) readers.notify(thread, 'purged');
      else if (last?.seq !== seq) readers.notify(thread);
    }
  }

  function lookOnce(): void {
    // A database that is away is asked again, and says so to whoever reads.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }

  const timer = setInterval(lookOnce, lookMs).unref();
  const end = hearWakes({
    url,
    onWake: ({ node: other, thread, seq }) => {
      if (other !== node) readers.notify(thread, seq === PURGED ? 'purged' : undefined);
    },
    onListening: lookOnce,
  });
  return async () => {
    clearInterval(timer);
    await end();
    await looking;
  };
}
