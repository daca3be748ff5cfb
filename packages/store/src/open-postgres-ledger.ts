import type { Ledger } from './ledger.ts';
import { refuse, done, type Result } from './result.ts';
import { DatabaseUnavailable } from './sql/database.ts';
import { migrate } from './sql/migrate.ts';
import { openPostgres, type PostgresOptions } from './sql/open-postgres.ts';
import { sqlLedger } from './sql-ledger.ts';

/** Which database, and how patient to be with it. */
export interface OpenPostgresLedgerOptions extends PostgresOptions {
  readonly now?: () => number;
}

/**
 * Opens the ledger in a PostgreSQL database, or begins one in it. Any number of processes may have it open.
 *
 * @example
 * const opened = await openPostgresLedger({ url: 'postgres://127.0.0.1:1/nowhere', awayMs: 0 });
 * opened.ok; //=> false
 */
export async function openPostgresLedger({ now, ...options }: OpenPostgresLedgerOptions): Promise<Result<Ledger>> {
  const problem = urlProblem(options.url);
  if (problem !== undefined) return refuse('unavailable', problem);
  const database = await openPostgres(options);
  try {
    const migrated = await migrate(database);
    if (migrated.ok) return done(sqlLedger({ database, check: 'written', ...(now === undefined ? {} : { now }) }));
    await database.close();
    return refuse('unavailable', migrated.message);
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refuse('unavailable', `The database cannot be used: ${error.message}`);
  }
}

/** The address may hold a password: it is never said again. */
function urlProblem(url: string): string | undefined {
  const wanted = 'The address of a PostgreSQL database looks like postgres://user:password@host/database.';
  if (!URL.canParse(url)) return `This is no address. ${wanted}`;
  return /^postgres(ql)?:$/.test(new URL(url).protocol) ? undefined : wanted;
}
