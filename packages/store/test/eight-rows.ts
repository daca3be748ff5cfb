import type { Database, Statements } from '../src/sql/database.ts';

/** Of the table `t`, each with words that may be changed. The table `once` has none. */
export const ROWS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

export async function makeRows(database: Database): Promise<void> {
  await database.tx('full', async (sql) => {
    await sql.run('create table t (a bigint primary key, words text)');
    await sql.run('create table once (a bigint primary key)');
    for (const n of ROWS) await sql.run('insert into t (a) values ($1)', [n]);
  });
}

/** As an append does: its own row is locked, and then written. */
export async function write(sql: Statements, n: number, words = 'written'): Promise<string> {
  await sql.lock('select a from t where a = $1', [n]);
  await sql.run('update t set words = $2 where a = $1', [n, words]);
  return words;
}

export async function wordsIn(database: Database): Promise<readonly unknown[]> {
  return (await database.all('select words from t order by a')).map(({ words }) => words);
}
