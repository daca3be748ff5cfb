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
