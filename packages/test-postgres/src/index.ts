/** A real PostgreSQL for tests. */
export { ownUrl } from './own-url.ts';
export { query } from './query.ts';
export { startPostgres } from './start-postgres.ts';
export type { PostgresOptions, StartedPostgres } from './start-postgres.ts';
