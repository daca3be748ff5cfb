/**
 * Whether the place of a ledger is a PostgreSQL database, not a file.
 *
 * @example
 * isPostgresUrl('postgres://127.0.0.1/toolthread'); //=> true
 * isPostgresUrl('/data/ledger.db'); //=> false
 */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}
