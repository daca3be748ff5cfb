import { existsSync } from 'node:fs';
import { done, refuse, type Result } from '../result.ts';
import { DatabaseUnavailable } from '../sql/database.ts';
import { isPostgresUrl } from '../sql/address/is-postgres-url.ts';
import { NEWEST_SCHEMA, schemaOf } from '../sql/migrate.ts';
import { movedWords } from '../sql/moved-words.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import { openSqlite } from '../sql/open-sqlite.ts';
import type { Ledger } from '../ledger.ts';
import { sqlSpent } from '../spent/sql-spent.ts';
import type { People } from './people.ts';
import { sqlPeople } from './sql-people.ts';

/** People and what they have used, until they are closed. */
export interface OpenedPeople extends People, Pick<Ledger, 'spent'> {
  close(): Promise<void>;
}

/**
 * The people of a ledger, in a file or at the address of a PostgreSQL, also while a server has it open: they are beside the events, and a server
 * asks for them again each time.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * const file = await exampleLedger();
 * const people = await openPeople(file);
 * people.ok && (await people.value.accounts.list()); //=> { ok: true, value: [] }
 * if (people.ok) await people.value.close();
 */
export async function openPeople(ledger: string): Promise<Result<OpenedPeople>> {
  try {
    if (!isPostgresUrl(ledger) && !existsSync(ledger)) return refuse('unavailable', 'There is no ledger yet.');
    const database = await (isPostgresUrl(ledger) ? openPostgres({ url: ledger }) : openSqlite({ file: ledger }));
    const schema = await schemaOf(database);
    const moved = await movedWords(database, schema ?? 0);
    if (schema === NEWEST_SCHEMA && moved === undefined)
      return done({ ...sqlPeople(database, Date.now), spent: sqlSpent(database), close: database.close });
    await database.close();
    if (moved !== undefined) return refuse('unavailable', moved);
    return refuse('unavailable', schema !== undefined && schema > NEWEST_SCHEMA ? NEWER : OLDER);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refuse('unavailable', `The ledger cannot be opened: ${error.message}`);
  }
}

const NEWER = 'The ledger was written by a newer Toolthread.';
const OLDER = 'The ledger was written by an older Toolthread, which may still be running.';
