import { randomUUID } from 'node:crypto';
import type { Database, Row, Statements, Reader } from '../sql/database.ts';

const NAME = 'copy id';
const SET = 'update shared_files set words = $2 where name = $1';

/**
 * Which copy of a ledger this is. A restored backup has another id than the first, and so has a dump of a database: each goes on by itself, and what only one of them may
 * have is known by it. It is given when it is asked for, and again where the ledger is in another place than the one it was given in.
 */
export async function copyId(database: Database): Promise<string> {
  const place = await database.dialect.place(database);
  return database.tx('full', async (sql) => {
    await sql.run('insert into shared_files (name) values ($1) on conflict do nothing', [NAME]);
    const [id = '', at] = await givenId(sql);
    if (at === place) return id;
    const given = randomUUID();
    await sql.run(SET, [NAME, `${given} ${place}`]);
    return given;
  });
}

/** The same for who only reads; undefined if none was given yet in the place where it is now. */
export async function readCopyId({ all, dialect }: Reader): Promise<string | undefined> {
  const [row] = await all('select words from shared_files where name = $1', [NAME]);
  const [id, at] = idIn(row);
  return at === (await dialect.place({ all })) ? id : undefined;
}

/** A ledger that was put into this database is the one that it was read from: nobody opens that one any more. */
export async function keepCopyId(to: Database): Promise<void> {
  const place = await to.dialect.place(to);
  await to.tx('full', async (sql) => {
    const [id] = await givenId(sql);
    if (id) await sql.run(SET, [NAME, `${id} ${place}`]);
  });
}

/** A ledger that may be opened beside the one it was read from: the next who asks gives it an id. */
export async function dropCopyId(sql: Pick<Statements, 'run'>): Promise<void> {
  await sql.run('delete from shared_files where name = $1', [NAME]);
}

/** The id, and where it was given. */
async function givenId({ lock }: Pick<Statements, 'lock'>): Promise<readonly string[]> {
  const [row] = await lock('select words from shared_files where name = $1', [NAME]);
  return idIn(row);
}

function idIn(row: Row | undefined): readonly string[] {
  const words = row?.['words'];
  return typeof words === 'string' ? words.split(' ') : [];
}
