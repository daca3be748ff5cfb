import type { Refused, Result } from '../result.ts';
import type { Database, Durability, Statements } from './database.ts';

class TakenBack extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.error.message);
    this.refused = refused;
  }
}

/** Law: a refusal leaves nothing behind. Because a refusal is a value, `tx` would commit what was written before it. */
export async function wholly<T>(
  database: Database,
  durability: Durability,
  work: (sql: Statements) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await database.tx(durability, async (sql) => {
      const result = await work(sql);
      if (!result.ok) throw new TakenBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.refused;
    throw error;
  }
}
