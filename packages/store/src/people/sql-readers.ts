import { column } from '../sql/column.ts';
import type { Database } from '../sql/database.ts';
import { done, guarded } from '../result.ts';
import type { Readers } from './readers.ts';

/** `sqlReaders(database)`: the database is at the newest schema. The database's clock counts. */
export function sqlReaders(database: Database): Readers {
  const { clock } = database.dialect;
  return {
    say: (server, { came, left }, forMs) =>
      guarded(() =>
        database.tx('relaxed', async (sql) => {
          const [lease] = await sql.all(
            `update reading_servers set until = ${clock} + $2 where server = $1 and until > ${clock} returning server`,
            [server, forMs],
          );
          if (lease === undefined) {
            // Of those that were killed, too.
            await sql.run(
              `delete from readers where server = $1
               or server in (select server from reading_servers where until <= ${clock})`,
              [server],
            );
            await sql.run(`delete from reading_servers where until <= ${clock}`);
            await sql.run(`insert into reading_servers (server, until) values ($1, ${clock} + $2)`, [server, forMs]);
          }
          for (const { thread, person } of left)
            await sql.run('delete from readers where thread = $1 and person = $2 and server = $3', [
              thread,
              person,
              server,
            ]);
          for (const { thread, person } of came)
            await sql.run('insert into readers (thread, person, server) values ($1, $2, $3) on conflict do nothing', [
              thread,
              person,
              server,
            ]);
          return done(lease === undefined ? 'forgotten' : 'known');
        }),
      ),

    of: (thread) =>
      guarded(async () => {
        const rows = await database.all(
          `select distinct readers.person from readers join reading_servers on reading_servers.server = readers.server
           where readers.thread = $1 and reading_servers.until > ${clock} order by readers.person`,
          [thread],
        );
        return done(rows.map((row) => column.text(row, 'person')));
      }),

    leave: (server) =>
      guarded(() =>
        database.tx('relaxed', async (sql) => {
          await sql.run('delete from readers where server = $1', [server]);
          await sql.run('delete from reading_servers where server = $1', [server]);
          return done(undefined);
        }),
      ),
  };
}
