import type { Row } from '../sql/database.ts';
import { type Role, ROLES } from './role.ts';

/** What is not known gives nothing. */
export function roleOf(row: Row | undefined): Role | undefined {
  return ROLES.find((known) => known === row?.['role']);
}
