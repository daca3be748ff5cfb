import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeRows, ROWS, wordsIn, write } from './eight-rows.ts';
import { databaseContract } from './contract/database-contract.ts';
import type { Database } from '../src/sql/database.ts';
import { openPostgres, type PostgresOptions } from '../src/sql/postgres/open-postgres.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** With rows 0 to 7, whose `words` may be changed. */
async function start(connections = 10, onReach?: PostgresOptions['onReach']): Promise<Database> {
  const url = await ownUrl(postgres.url);
  const database = await openPostgres({ url, connections, ...(onReach && { onReach }) });
  onTestFinished(() => database.close());
  await makeRows(database);
  return database;
}

databaseContract('PostgreSQL', async () => {
  const url = await ownUrl(postgres.url);
  const database = await openPostgres({ url });
  return {
    database,
    reopen: async () => {
      await database.close();
      const again = await openPostgres({ url });
      onTestFinished(() => again.close());
      return again;
    },
  };
});

test('[L6] short transactions that wait at the same time are one', async () => {
  const database = await start();
  await Promise.all(ROWS.map((n) => database.together('full', (sql) => write(sql, n))));
  const [row] = await database.all('select count(distinct xmin::text) as transactions from t');
  expect(row?.['transactions']).toBeLessThan(ROWS.length);
});

test('[L6] one whose row another transaction has waits alone; the others of its group are done before', async () => {
  const database = await start();
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const holding = database.tx('full', async (sql) => {
    await write(sql, 3, 'held');
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  const all = ROWS.map((n) => database.together('full', (sql) => write(sql, n)));
  await Promise.all(all.filter((_, n) => n !== 3));
  expect(await wordsIn(database)).toEqual(ROWS.map((n) => (n === 3 ? null : 'written')));
  letGo.resolve();
  await Promise.all([holding, all[3]]);
  expect(await wordsIn(database)).toEqual(ROWS.map(() => 'written'));
});

test('[L6] a pooler that forgets prepared statements costs a retry, is not asked to know any more, and is not told as a database that is away', async () => {
  const told: unknown[] = [];
  const database = await start(1, (reach) => told.push(reach));
  const add = (n: number): Promise<void> => database.tx('full', (sql) => sql.run('insert into once values ($1)', [n]));
  const prepared = async (): Promise<unknown> =>
    (await database.all('select count(*) as n from pg_prepared_statements'))[0]?.['n'];
  for (let n = 0; n < 20; n += 1) await add(n);
  expect(await prepared()).toBeGreaterThan(0);
  await database.all('deallocate all');
  for (let n = 20; n < 40; n += 1) await add(n);
  expect(await database.all('select count(*) as n from once')).toEqual([{ n: 40 }]);
  expect(await prepared()).toBe(0);
  expect(told).toEqual([]);
});
