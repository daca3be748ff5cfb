import { randomUUID } from 'node:crypto';
import { column } from '../sql/column.ts';
import type { Database } from '../sql/database.ts';
import { done, type Result } from '../result.ts';
import type { Errands } from './errands.ts';

/** Nobody waits so long: whoever asked is gone. */
const FORGOTTEN_MS = 3_600_000;

type Guarded = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** `sqlErrands(database, guarded)` */
export function sqlErrands(database: Database, guarded: Guarded): Errands {
  const { clock } = database.dialect;
  const writing = (text: string, values: readonly string[]): Promise<Result<undefined>> =>
    guarded(() =>
      database.tx('full', async (sql) => {
        await sql.run(text, values);
        return done(undefined);
      }),
    );
  return {
    ask: (node, words) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const id = randomUUID();
          await sql.run(`delete from errands where at < ${clock} - $1`, [FORGOTTEN_MS]);
          await sql.run(`insert into errands (id, node, words, taken, at) values ($1, $2, $3, 0, ${clock})`, [
            id,
            node,
            words,
          ]);
          return done(id);
        }),
      ),

    take: (node) =>
      guarded(async () => {
        // It is asked four times a second, and seldom is there any.
        const asked = await database.all('select id from errands where node = $1 and taken = 0 limit 1', [node]);
        if (asked.length === 0) return done([]);
        return database.tx('full', async (sql) => {
          const rows = await sql.all('update errands set taken = 1 where node = $1 and taken = 0 returning id, words', [
            node,
          ]);
          return done(rows.map((row) => ({ id: column.text(row, 'id'), words: column.text(row, 'words') })));
        });
      }),

    answer: (id, words) => writing('update errands set answer = $2 where id = $1', [id, words]),

    answered: (id) =>
      guarded(async () => {
        const [row] = await database.all('select answer from errands where id = $1 and answer is not null', [id]);
        return done(row && column.text(row, 'answer'));
      }),

    end: (id) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const [row] = await sql.all('delete from errands where id = $1 returning taken', [id]);
          return done(row !== undefined && column.number(row, 'taken') === 1);
        }),
      ),
  };
}
