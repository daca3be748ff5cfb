import { DatabaseUnavailable } from '../sql/database.ts';

/**
 * Writes to one thread run in the order of their calls, even if the database works on several at once. If one finds that the database cannot be written,
 * those that wait behind it fail with it: each would wait as long again, or be written without the one before it.
 */
export class ThreadOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  next<T>(thread: string, write: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thread);
    const turn = before === undefined ? write() : before.then(write);
    const settled = turn
      .catch((error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
      })
      .finally(() => {
        if (this.#last.get(thread) === settled) this.#last.delete(thread);
      });
    settled.catch(() => undefined);
    this.#last.set(thread, settled);
    return turn;
  }
}
