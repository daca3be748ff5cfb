/**
 * The database's name for people and for files, with the schema where the address names one: whoever opens it is left out, and so is the password.
 *
 * @example
 * postgresName('postgres://me:hunter2@db.example/toolthread?sslmode=require'); //=> 'postgres://db.example/toolthread'
 * postgresName('postgres://db.example/all?options=-c%20search_path%3Dteam'); //=> 'postgres://db.example/all, schema team'
 */
export function postgresName(url: string): string {
  if (!URL.canParse(url)) return 'postgres://';
  const { host, pathname, searchParams } = new URL(url);
  const [, schema] = /search_path\s*=\s*"?([^\s,"][^\s,"]*)/.exec(searchParams.get('options') ?? '') ?? [];
  return `postgres://${host}${pathname}${schema === undefined ? '' : `, schema ${schema}`}`;
}
