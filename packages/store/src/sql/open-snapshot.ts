import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { type Database, DatabaseUnavailable, type Row } from './database.ts';
import { postgresUnavailable } from './postgres/postgres-unavailable.ts';
import { driverUrl } from './address/driver-url.ts';
import { POSTGRES_DIALECT } from './postgres/postgres-dialect.ts';
import { isPostgresUrl } from './address/is-postgres-url.ts';
import { openReader } from './open-sqlite.ts';
import { numbersAsNumbers } from './postgres/open-postgres.ts';
import { storable } from './postgres/postgres-transaction.ts';

/** A ledger as it is at one moment, however long it is read and whoever writes meanwhile. Nothing is written to it. */
export type Snapshot = Pick<Database, 'all' | 'dialect' | 'close'>;

/** `await openSnapshot('data/ledger.db')`, or the address of a database. */
export async function openSnapshot(place: string): Promise<Snapshot> {
  if (isPostgresUrl(place)) return openPostgresSnapshot(place);
  if (!existsSync(place)) throw new DatabaseUnavailable(`There is no ledger at ${place}.`);
  return openReader(place);
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const { default: pg } = await import('pg');
  const client: Client = new pg.Client({
    connectionString: driverUrl(url),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'toolthread',
    types: numbersAsNumbers(pg.types),
  });
  // A lost connection is told by the next statement: another one would see another moment.
  client.on('error', () => undefined);
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw postgresUnavailable(error);
    }
  };
  try {
    await told(async () => {
      await client.connect();
      await client.query('begin isolation level repeatable read, read only');
    });
  } catch (error) {
    // A connection that is left would keep the process.
    void client.end().catch(() => undefined);
    throw error;
  }
  return {
    dialect: POSTGRES_DIALECT,
    all: (sql, values) => told(async () => (await client.query<Row>(sql, storable(values))).rows),
    close: () => client.end(),
  };
}
