import type { Row } from '../sql/database.ts';
import { type Role, ROLES } from './role.ts';

/** An unknown role gives no rights. */
export function roleOf(row: Row | undefined): Role | undefined {
  return ROLES.find((known) => known === row?.['role']);
}
