/** Brings the ledger `PLACE` up to date, and dies as hard as it can before its statement `N`: `node migrate-until-killed.ts PLACE N`. */
import { type Database, isPostgresUrl } from '@toolthread/store';
import { migrate } from '../src/sql/migrate.ts';
import { openPostgres } from '../src/sql/open-postgres.ts';
import { openSqlite } from '../src/sql/open-sqlite.ts';

const [place = '', n = '0'] = process.argv.slice(2);
const database = isPostgresUrl(place) ? await openPostgres({ url: place }) : openSqlite({ file: place });
let statements = 0;
const dying: Database = {
  ...database,
  tx: (durability, work) =>
    database.tx(durability, (sql) =>
      work({
        ...sql,
        run: (text, values) => {
          if (statements === Number(n)) process.kill(process.pid, 'SIGKILL');
          statements += 1;
          return sql.run(text, values);
        },
      }),
    ),
};
await migrate(dying);
await database.close();
