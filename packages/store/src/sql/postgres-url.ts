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

/**
 * The database's name for people and for files: whoever opens it is left out, and so is the password.
 *
 * @example
 * postgresName('postgres://me:hunter2@db.example/toolthread?sslmode=require'); //=> 'postgres://db.example/toolthread'
 */
export function postgresName(url: string): string {
  if (!URL.canParse(url)) return 'postgres://';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
