/** Brings the ledger `PLACE` up to date, and dies as hard as it can before its statement `N`: `node migrate-until-killed.ts PLACE N`. */
import { isPostgresUrl } from '@toolthread/store';
import { beforeEachStatement } from './before-each-statement.ts';
import { migrate } from '../src/sql/migrate.ts';
import { openPostgres } from '../src/sql/postgres/open-postgres.ts';
import { openSqlite } from '../src/sql/open-sqlite.ts';

const [place = '', n = '0'] = process.argv.slice(2);
const database = isPostgresUrl(place) ? await openPostgres({ url: place }) : openSqlite({ file: place });
let statements = 0;
const dying = beforeEachStatement(database, () => {
  if (statements === Number(n)) process.kill(process.pid, 'SIGKILL');
  statements += 1;
});
await migrate(dying);
await database.close();
