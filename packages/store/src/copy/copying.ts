import { DatabaseUnavailable } from '../sql/database.ts';
import { refuse, type Result } from '../result.ts';

/** What the database or the system refused, as a value: `copying('Nothing was restored', …)`. */
export async function copying<T>(otherwise: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const isRefused = error instanceof DatabaseUnavailable || (error instanceof Error && 'syscall' in error);
    if (isRefused) return refuse('unavailable', `${otherwise}: ${error.message}`);
    throw error;
  }
}
