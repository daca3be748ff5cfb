import { isPostgresUrl } from './is-postgres-url.ts';

const WANTED = 'The address of a PostgreSQL database looks like postgres://user:password@host/database.';
const IN_PERCENT = 'In a user name or a password write / as %2F, @ as %40, : as %3A, # as %23, ? as %3F and % as %25.';

/**
 * Why this is no address of a database. It may hold a password: it is never said again.
 *
 * @example
 * postgresUrlProblem('postgres://me:a%2Fb@127.0.0.1/toolthread'); //=> undefined
 */
export function postgresUrlProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return `This is not an address. ${WANTED} ${IN_PERCENT}`;
  if (!isPostgresUrl(url)) return WANTED;
  // The password had a sign that ends the host: what follows of it would be looked up, and told as a host.
  const { pathname, hash } = new URL(url);
  return `${pathname}${hash}`.includes('@') ? `This address cannot be read. ${IN_PERCENT}` : undefined;
}
