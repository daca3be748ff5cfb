import { column } from '../sql/column.ts';
import type { Statements } from '../sql/database.ts';
import { refuse, type Refused } from '../result.ts';

/** Stored in place of a digest, for a removed name that had no account: a proxy may let somebody in by this name again. */
export const CAME_BY_PROXY = '-';

/** Of an account: the name of one that was removed is kept without a password, so that nobody gets it again. No digest is empty. */
export const IS_ACCOUNT: string = `password not in ('', '${CAME_BY_PROXY}')`;

/**
 * Within the transaction that writes something for that person. Nothing begins for somebody who was removed: nobody would remove it. And whoever is being removed meanwhile is removed after
 * it, with what it wrote. A name that never had an account is whom a proxy or a program calls so.
 */
export async function isRemoved(sql: Statements, person: string): Promise<boolean> {
  const [row] = await sql.lock('select password from people where name = $1', [person]);
  return row !== undefined && column.text(row, 'password') === '';
}

export function removedPerson(person: string): Refused {
  return refuse('no_such_person', `The account "${person}" was removed.`);
}
