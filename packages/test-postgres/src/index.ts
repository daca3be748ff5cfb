/** A real PostgreSQL for tests. */
export { ownUrl } from './own-url.ts';
export { query } from './query.ts';
export { startPostgres, type PostgresOptions, type StartedPostgres } from './start-postgres.ts';
