import { column } from '../sql/column.ts';
import type { Database } from '../sql/database.ts';
import { done, noSuchThread, type Result } from '../result.ts';

/** A place at which a long thread can be read from, made of its events: what is lost here is made again. */
export interface KeptCut {
  /** The last event before it. */
  readonly seq: number;
  /** What is needed to fold what follows, as JSON. */
  readonly body: string;
}

/** Cuts of threads. One that was made before an event was purged, and is after it, is not kept. */
export interface Cuts {
  /** The newest at or before event `upTo`; undefined if there is none. */
  newest(thread: string, upTo: number): Promise<Result<KeptCut | undefined>>;
  /** Which purges a cut that is made now knows of. */
  purges(thread: string): Promise<Result<number>>;
  /** `purges`: as they were before the first event for it was read. */
  keep(thread: string, cut: KeptCut, purges: number): Promise<Result<undefined>>;
  /** Removes the cuts after event `seq`: they are no longer valid. */
  drop(thread: string, seq: number): Promise<Result<undefined>>;
}

type Guarded = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** `sqlCuts(database, guarded)`: the database is at the newest schema. */
export function sqlCuts(database: Database, guarded: Guarded): Cuts {
  return {
    newest: (thread, upTo) =>
      guarded(async () => {
        const [row] = await database.all(
          `select cuts.seq, cuts.body from cuts join threads on threads.id = cuts.thread
           where cuts.thread = $1 and cuts.seq <= $2 order by cuts.seq desc limit 1`,
          [thread, upTo],
        );
        return done(row && { seq: column.number(row, 'seq'), body: column.text(row, 'body') });
      }),
    purges: (thread) =>
      guarded(async () => {
        const [row] = await database.all('select purges from threads where id = $1', [thread]);
        return row === undefined ? noSuchThread(thread) : done(column.number(row, 'purges'));
      }),
    keep: (thread, { seq, body }, purges) =>
      guarded(() =>
        database.tx('relaxed', async (sql) => {
          const [row] = await sql.lock('select purges from threads where id = $1', [thread]);
          if (row === undefined || column.number(row, 'purges') !== purges) return done(undefined);
          await sql.run('insert into cuts (thread, seq, body) values ($1, $2, $3) on conflict do nothing', [
            thread,
            seq,
            body,
          ]);
          return done(undefined);
        }),
      ),
    drop: (thread, seq) =>
      guarded(() =>
        database.tx('relaxed', async (sql) => {
          await sql.run('delete from cuts where thread = $1 and seq > $2', [thread, seq]);
          return done(undefined);
        }),
      ),
  };
}
