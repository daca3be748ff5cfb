import { forgetPeopleOf } from '../people/sql-people.ts';
import { leaveWorkspaces } from '../workspaces/sql-workspaces.ts';
import { done, noSuchThread, type Result } from '../result.ts';
import type { Statements } from '../sql/database.ts';

/**
 * Within a transaction: from now on there is no such thread, for nobody and after any crash. What it had is removed afterwards, by
 * `removeRest`.
 */
export async function deleteThread(sql: Statements, thread: string): Promise<Result<undefined>> {
  const [row] = await sql.lock('select node from threads where id = $1', [thread]);
  if (row === undefined) return noSuchThread(thread);
  await sql.run('insert into deleted_threads (thread) values ($1)', [thread]);
  await leaveWorkspaces(sql, thread, typeof row['node'] === 'string' ? row['node'] : undefined);
  await sql.run('delete from threads where id = $1', [thread]);
  await forgetPeopleOf(sql, thread);
  return done(undefined);
}
