import { randomUUID } from 'node:crypto';
import { column } from '../sql/column.ts';
import type { Database } from '../sql/database.ts';
import { schemaOf } from '../sql/migrate.ts';
import { MARK_SCHEMA } from '../sql/moved-words.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import type { DatabaseReach } from '../sql/postgres/postgres-reach.ts';
import { done, guarded, type Result } from '../result.ts';

const NAME = 'database id';
const ID = 'select words from shared_files where name = $1';

/** The id of a database, whatever its address is: a dump of it has the same id. It is assigned once. */
export async function giveDatabaseId(database: Database): Promise<void> {
  const [known] = await database.all(ID, [NAME]);
  if (known !== undefined) return;
  await database.tx('full', (sql) =>
    sql.run('insert into shared_files (name, words) values ($1, $2) on conflict do nothing', [NAME, randomUUID()]),
  );
}

/**
 * The id of the ledger at that address; undefined if there is none, or where nobody has opened it since databases have ids.
 * Changes nothing there.
 *
 * @example
 * const read = await readDatabaseId({ url: 'postgres://127.0.0.1:1/nowhere', awayMs: 0 });
 * read.ok; //=> false
 */
export async function readDatabaseId(options: {
  readonly url: string;
  /** How long to try again while the database is away. */
  readonly awayMs?: number;
  /** Told once that the database cannot be reached, with the reason. */
  readonly onReach?: (reach: DatabaseReach) => void;
}): Promise<Result<string | undefined>> {
  const database = await openPostgres({ ...options, connections: 1 });
  try {
    return await guarded(async () => {
      const schema = await schemaOf(database);
      if (schema === undefined || schema < MARK_SCHEMA) return done(undefined);
      const [row] = await database.all(ID, [NAME]);
      return done(row === undefined ? undefined : column.text(row, 'words'));
    });
  } finally {
    await database.close();
  }
}
