import { randomUUID } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import { listening } from './wakes/listening.ts';
import { wakingOthers } from './wakes/waking-others.ts';
import { sendingWakes } from './wakes/sending-wakes.ts';
import { refuse, done, type Result } from './result.ts';
import { DatabaseUnavailable } from './sql/database.ts';
import { giveDatabaseId } from './shared/read-database-id.ts';
import { migrate } from './sql/migrate.ts';
import { openPostgres, type PostgresOptions } from './sql/postgres/open-postgres.ts';
import { postgresUrlProblem } from './sql/address/postgres-url-problem.ts';
import { sqlLedger } from './sql-ledger.ts';

/** Which database, and how patient to be with it. */
export interface OpenPostgresLedgerOptions extends PostgresOptions {
  readonly now?: () => number;
  /** The same database, for the one connection that listens for other nodes' writes: it cannot go through a transaction pooler. */
  readonly directUrl?: string;
  /** How often the threads that are read here are looked at, in case a wake was lost; without it, each second. */
  readonly lookMs?: number;
}

/**
 * Opens the ledger in a PostgreSQL database, or begins one in it. Any number of processes may have it open.
 *
 * @example
 * const opened = await openPostgresLedger({ url: 'postgres://127.0.0.1:1/nowhere', awayMs: 0 });
 * opened.ok; //=> false
 */
export async function openPostgresLedger(options: OpenPostgresLedgerOptions): Promise<Result<Ledger>> {
  const { url, now, directUrl = url, lookMs = 1000 } = options;
  const problem = postgresUrlProblem(url);
  if (problem !== undefined) return refuse('unavailable', problem);
  const begun: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of begun.splice(0).toReversed()) await end();
  };
  try {
    const database = await openPostgres(options);
    begun.push(database.close);
    const migrated = await migrate(database);
    if (migrated.ok) {
      await giveDatabaseId(database);
      const ledger = sqlLedger({ database, check: 'written', ...(now === undefined ? {} : { now }) });
      begun[begun.length - 1] = ledger.close;
      const node = randomUUID();
      const wakes = sendingWakes(database, node);
      begun.push(wakes.settled);
      const listen: Ledger['listen'] = (readers) => {
        const end = listening(readers, { database, url: directUrl, node, lookMs });
        // A reader must not believe that nothing is happening: readers here are told why, and can read at another node.
        const endAway = database.reach?.onAway(() => {
          for (const thread of readers.watched()) readers.notify(thread);
        });
        const endBoth = async (): Promise<void> => {
          endAway?.();
          await end();
        };
        begun.push(endBoth);
        return endBoth;
      };
      return done({ ...wakingOthers(ledger, wakes), listen, close });
    }
    await close();
    return refuse('unavailable', migrated.message);
  } catch (error) {
    await close();
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refuse('unavailable', `The database cannot be used: ${error.message}`);
  }
}
