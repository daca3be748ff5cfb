import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, DatabaseUnavailable } from './database.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { databaseContract } from '../../test/contract/database-contract.ts';
import { temporaryFile } from '../../test/temporary-file.ts';

async function start(options?: SqliteOptions): Promise<Database> {
  const database = openSqlite(options ?? { file: temporaryFile('x.db') });
  onTestFinished(() => database.close());
  await database.tx('relaxed', (sql) => sql.run('create table t (a bigint primary key)'));
  return database;
}

/** Another process holds the lock, until it rolls back. */
async function locked(busyMs: number): Promise<{ database: Database; other: DatabaseSync }> {
  const file = temporaryFile('x.db');
  const database = await start({ file, busyMs });
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  return { database, other };
}

const rows = (database: Database): Promise<readonly unknown[]> => database.all('select a from t order by a');

databaseContract('SQLite', async () => {
  const file = temporaryFile('x.db');
  const database = openSqlite({ file });
  return {
    database,
    reopen: async () => {
      await database.close();
      const again = openSqlite({ file });
      onTestFinished(() => again.close());
      return again;
    },
  };
});

test('transactions asked for at once run one after the other, in order', async () => {
  const database = await start();
  const seen: string[] = [];
  await Promise.all(
    [1, 2, 3].map((n) =>
      database.tx('relaxed', async (sql) => {
        seen.push(`begin ${n}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
        await sql.run('insert into t values ($1)', [n]);
        seen.push(`end ${n}`);
      }),
    ),
  );
  expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
});

test('[L6] short ones that wait at the same time are committed at once, at the durability of the strictest; one that fails takes none with it', async () => {
  const database = await start();
  const seen: string[] = [];
  const add = (n: number, durability: 'full' | 'relaxed'): Promise<void> =>
    database.together(durability, async (sql) => {
      await sql.run('insert into t values ($1)', [n]);
      // A reader sees nothing of the group before all of it is committed.
      const [level] = await sql.all('pragma synchronous');
      seen.push(`${n}: ${(await rows(database)).length} seen, level ${String(level?.['synchronous'])}`);
    });
  const asked = [add(1, 'relaxed'), add(2, 'full'), add(2, 'full'), add(3, 'relaxed')];
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['1: 0 seen, level 2', '2: 0 seen, level 2', '3: 0 seen, level 2']);
  expect(await rows(database)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
});

test('[L6] where the engine takes all of a group back, nobody of it is told that it was kept', async () => {
  const database = await start();
  const add = (n: number): Promise<void> =>
    database.together('full', (sql) => sql.run('insert into t values ($1)', [n]));
  const breaking = database.together('full', async (sql) => {
    await sql.run('rollback');
    throw new DatabaseUnavailable('the disk is full');
  });
  const settled = await Promise.allSettled([add(1), breaking, add(2)]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await rows(database)).toEqual([]);
  await add(3);
  expect(await rows(database)).toEqual([{ a: 3 }]);
});

test('[L6] full syncs every commit to the disk, relaxed does not wait for it', async () => {
  const database = await start();
  const synchronous = (durability: 'full' | 'relaxed'): Promise<readonly unknown[]> =>
    database.tx(durability, (sql) => sql.all('pragma synchronous'));
  expect(await synchronous('relaxed')).toEqual([{ synchronous: 1 }]);
  expect(await synchronous('full')).toEqual([{ synchronous: 2 }]);
  expect(await synchronous('relaxed')).toEqual([{ synchronous: 1 }]);
  expect(await database.all('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
});

test('a lock that another process never gives back ends as unavailable, and later work goes on', async () => {
  const { database, other } = await locked(40);
  const refused = database.tx('full', (sql) => sql.run('insert into t values ($1)', [1]));
  await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
  other.exec('rollback');
  await database.tx('full', (sql) => sql.run('insert into t values ($1)', [2]));
  expect(await rows(database)).toEqual([{ a: 2 }]);
});

test('[B.6 7] whoever waits while another process holds the lock waits as long as was said, however many wait before them', async () => {
  const { database, other } = await locked(1000);
  const began = performance.now();
  const tries = Array.from({ length: 60 }, () => database.tx('relaxed', (sql) => sql.run('insert into t values (1)')));
  const settled = await Promise.allSettled(tries);
  // One after the other, they would wait a minute at least.
  expect(performance.now() - began).toBeLessThan(50_000);
  expect(settled.every((one) => one.status === 'rejected' && one.reason instanceof DatabaseUnavailable)).toBe(true);
  other.exec('rollback');
  await database.tx('relaxed', (sql) => sql.run('insert into t values (1)'));
  expect(await rows(database)).toHaveLength(1);
});
