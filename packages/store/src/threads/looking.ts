import { DatabaseUnavailable, type Reader } from '../sql/database.ts';
import { done, refuse, type Result, unavailable } from '../result.ts';
import { NEWEST_SCHEMA, schemaOf } from '../sql/migrate.ts';
import { movedWords } from '../sql/moved-words.ts';
import { openPostgres } from '../sql/postgres/open-postgres.ts';
import { openReader } from '../sql/open-sqlite.ts';
import { isPostgresUrl } from '../sql/address/is-postgres-url.ts';

/** Reads a ledger that a server may be using: `looking(place, (reader) => …)`. Undefined if there is no ledger. */
export async function looking<T>(
  place: string,
  look: (reader: Reader) => Promise<Result<T>>,
): Promise<Result<T | undefined>> {
  try {
    const reader = isPostgresUrl(place)
      ? await openPostgres({ url: place, connections: 1, awayMs: 0 })
      : openReader(place);
    try {
      const schema = await schemaOf(reader);
      if (schema === undefined) return done(undefined);
      const moved = await movedWords(reader, schema);
      if (moved !== undefined) return refuse('unavailable', moved);
      if (schema === NEWEST_SCHEMA) return await look(reader);
      return refuse('unavailable', `It is of schema ${schema}, and this Toolthread reads ${NEWEST_SCHEMA}.`);
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return unavailable(error);
    throw error;
  }
}
