/** Empty ledgers in one PostgreSQL: to empty the tables of an earlier test costs a tenth of making them again. */
import { ownUrl, query } from '@toolthread/test-postgres';
import { onTestFinished } from 'vitest';

/** All but what a new ledger has. */
const EMPTY = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = current_schema()
    and tablename not in ('schema_version', 'claim_turn', 'people_changes', 'shared_files')
  loop execute 'delete from ' || name; end loop;
  update people_changes set n = 0;
  delete from shared_files where shared_files.name <> 'database id';
end $$`;

/** `const emptyUrl = emptiedUrls(() => postgres.url); … await emptyUrl()`: of a ledger that nobody else uses until the test has ended. */
export function emptiedUrls(server: () => string): () => Promise<string> {
  const free: string[] = [];
  return async () => {
    const url = free.pop() ?? (await ownUrl(server()));
    // What is registered last is called first: by then, all that the test has opened here is closed.
    onTestFinished(async () => {
      await query(url, EMPTY);
      free.push(url);
    });
    return url;
  };
}
