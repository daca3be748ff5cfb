import { migrate } from '../sql/migrate.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import { done, guarded, refuse, type Result } from '../result.ts';

/** Small texts that all nodes of a database share. A single server has them as files in its data folder. */
export interface SharedFiles {
  /** Undefined if there is none of that name. */
  read(name: string): Promise<Result<string | undefined>>;
  /** `change` gives the new text; undefined, and it stays as it is. Nobody else changes it meanwhile. */
  change(name: string, change: (before: string | undefined) => string | undefined): Promise<Result<undefined>>;
  close(): Promise<void>;
}

/**
 * Opens the shared files of a PostgreSQL ledger.
 *
 * @example
 * const opened = await openSharedFiles({ url: 'postgres://127.0.0.1:1/nowhere', awayMs: 0 });
 * opened.ok; //=> false
 */
export async function openSharedFiles(options: {
  readonly url: string;
  /** How long to try again while the database is away. */
  readonly awayMs?: number;
}): Promise<Result<SharedFiles>> {
  const database = await openPostgres({ ...options, connections: 2 });
  const opened = await guarded(async () => {
    const migrated = await migrate(database);
    return migrated.ok ? done(undefined) : refuse('unavailable', migrated.message);
  });
  if (!opened.ok) {
    await database.close();
    return opened;
  }
  return done({
    read: (name) =>
      guarded(async () => {
        const [row] = await database.all('select words from shared_files where name = $1', [name]);
        const words = row?.['words'];
        return done(typeof words === 'string' ? words : undefined);
      }),
    change: (name, change) =>
      guarded(() =>
        database.tx('full', async (sql) => {
          // This also orders two nodes that create it at the same time.
          const added = 'insert into shared_files (name) values ($1) on conflict do nothing';
          await sql.run(added, [name]);
          const [row] = await sql.lock('select words from shared_files where name = $1', [name]);
          const before = row?.['words'];
          const after = change(typeof before === 'string' ? before : undefined);
          if (after !== undefined) await sql.run('update shared_files set words = $2 where name = $1', [name, after]);
          return done(undefined);
        }),
      ),
    close: database.close,
  });
}
