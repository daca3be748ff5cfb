import type { Statements } from '../sql/database.ts';
import { isPostgresUrl } from '../sql/address/is-postgres-url.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import { openSqlite } from '../sql/open-sqlite.ts';
import { schemaOf } from '../sql/migrate.ts';
import { MARK, MARK_SCHEMA } from '../sql/moved-words.ts';
import { dropCopyId } from '../shared/copy-id.ts';
import { postgresName } from '../sql/address/postgres-name.ts';
import { done, guarded, refuse, type Result } from '../result.ts';

/** The ledger at this place was moved: from now on nobody opens it. */
export async function markMoved(place: string, to: string): Promise<void> {
  const name = isPostgresUrl(to) ? postgresName(to) : to;
  await inMarks(place, async (sql) => {
    await sql.run('delete from shared_files where name = $1', [MARK]);
    await sql.run('insert into shared_files (name, words) values ($1, $2)', [MARK, name]);
  });
}

/** Throws where it could not be marked, and changes nothing. */
export async function tryMark(place: string): Promise<void> {
  const name = `${MARK}, tried`;
  await inMarks(place, async (sql) => {
    await sql.run('insert into shared_files (name, words) values ($1, $2)', [name, '']);
    await sql.run('delete from shared_files where name = $1', [name]);
  });
}

/**
 * Takes the mark back that a move has left: the old copy is opened again, without what was said in the new one since. False if there was none.
 *
 * @example
 * import { moveLedger } from '@toolthread/store';
 * const from = await exampleLedger();
 * await moveLedger({ from, to: `${exampleFolder()}/ledger.db` });
 * await reopenLedger(from); //=> { ok: true, value: true }
 */
export function reopenLedger(place: string): Promise<Result<boolean>> {
  return guarded(async () => {
    const taken = await inMarks(place, async (sql) => {
      const marks = await sql.all('delete from shared_files where name = $1 returning name', [MARK]);
      // From now on there are two.
      if (marks.length > 0) await dropCopyId(sql);
      return marks;
    });
    return taken === undefined ? refuse('unavailable', 'There is no ledger there.') : done(taken.length > 0);
  });
}

/** Undefined if it is no ledger, or one of before there were marks. */
async function inMarks<T>(place: string, work: (sql: Statements) => Promise<T>): Promise<T | undefined> {
  const database = await (isPostgresUrl(place)
    ? openPostgres({ url: place, connections: 2 })
    : openSqlite({ file: place }));
  try {
    const schema = await schemaOf(database);
    return schema === undefined || schema < MARK_SCHEMA ? undefined : await database.tx('full', work);
  } finally {
    await database.close();
  }
}
