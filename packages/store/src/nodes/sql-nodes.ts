import { column } from '../sql/column.ts';
import type { Database } from '../sql/database.ts';
import { done, noSuchThread, type Result } from '../result.ts';
import { claimRun } from './claim-run.ts';
import type { Nodes } from './nodes.ts';
import { sqlErrands } from './sql-errands.ts';

/** Nodes that have not been there for so long are forgotten, where no thread has its files there. */
const FORGOTTEN_MS = 30 * 86_400_000;

type Guarded = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** `sqlNodes(database, guarded)`: the database is at the newest schema. */
export function sqlNodes(database: Database, guarded: Guarded): Nodes {
  const { clock } = database.dialect;
  /** Whoever holds the thread, if it lives. */
  const holder = `left join nodes on nodes.life = threads.held_by and nodes.until > ${clock}`;
  return {
    join: ({ name, life, leaseMs }) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run(
            `delete from nodes where until < ${clock} - $1 and not exists (select 1 from threads where threads.node = nodes.name)`,
            [FORGOTTEN_MS],
          );
          await sql.run(
            `insert into nodes (name, life, until) values ($1, $2, ${clock} + $3)
             on conflict (name) do update set life = excluded.life, until = excluded.until`,
            [name, life, leaseMs],
          );
          return done(undefined);
        }),
      ),

    renew: ({ name, life, leaseMs }) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const [row] = await sql.all(
            `update nodes set until = ${clock} + $2 where life = $1 and until > ${clock} returning life`,
            [life, leaseMs],
          );
          if (row !== undefined) return done('renewed');
          const [other] = await sql.all('select life from nodes where name = $1 and life <> $2', [name, life]);
          return done(other === undefined ? 'expired' : 'replaced');
        }),
      ),

    lease: (name) =>
      guarded(async () => {
        const asked = `select life, until, until - ${clock} as left_ms from nodes where name = $1 and until > ${clock}`;
        const [row] = await database.all(asked, [name]);
        return done(
          row && {
            life: column.text(row, 'life'),
            until: column.number(row, 'until'),
            leftMs: column.number(row, 'left_ms'),
          },
        );
      }),

    leave: (life) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          await sql.run(`update nodes set until = ${clock} where life = $1 and until > ${clock}`, [life]);
          return done(undefined);
        }),
      ),

    living: () =>
      guarded(async () => {
        const rows = await database.all(`select name from nodes where until > ${clock} order by name`);
        return done(rows.map((row) => column.text(row, 'name')));
      }),

    claim: (thread, wanted) => guarded(() => database.tx('full', (sql) => claimRun(sql, clock, thread, wanted))),

    release: (thread, life, { epoch }) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          const [row] = await sql.all(
            `update threads set held_by = null, held_for = null where id = $1 and held_by = $2 and epoch = $3
             returning seq, unfinished`,
            [thread, life, epoch],
          );
          if (row === undefined || column.number(row, 'unfinished') !== 1) return done(undefined);
          return done({ thread, seq: column.number(row, 'seq') });
        }),
      ),

    due: (node, limit) =>
      guarded(async () => {
        const rows = await database.all(
          `select threads.id, threads.seq from threads ${holder}
           where threads.unfinished = 1 and nodes.life is null and (threads.node is null or threads.node = $1)
           order by threads.updated_at, threads.id limit $2`,
          [node, limit],
        );
        return done(rows.map((row) => ({ thread: column.text(row, 'id'), seq: column.number(row, 'seq') })));
      }),

    held: (life) =>
      guarded(async () => {
        const rows = await database.all('select id, seq, epoch from threads where held_by = $1', [life]);
        return done(
          rows.map((row) => ({
            thread: column.text(row, 'id'),
            seq: column.number(row, 'seq'),
            epoch: column.number(row, 'epoch'),
          })),
        );
      }),

    placeOf: (thread) =>
      guarded(async () => {
        const [row] = await database.all(
          `select threads.node, nodes.name from threads ${holder} where threads.id = $1`,
          [thread],
        );
        const named = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
        return row === undefined ? noSuchThread(thread) : done({ files: named(row['node']), run: named(row['name']) });
      }),

    errands: sqlErrands(database, guarded),

    stranded: (forMs) =>
      guarded(async () => {
        const rows = await database.all(
          `select threads.id, threads.seq, threads.node from threads ${holder}
           where threads.unfinished = 1 and threads.node is not null and nodes.life is null
             and not exists (select 1 from nodes as own where own.name = threads.node and own.until > ${clock} - $1)
           order by threads.id limit 100`,
          [forMs],
        );
        return done(
          rows.map((row) => ({
            thread: column.text(row, 'id'),
            seq: column.number(row, 'seq'),
            node: column.text(row, 'node'),
          })),
        );
      }),
  };
}
