/** Writes to one thread run in the order of their calls, even if the database works on several at once. */
export class ThreadOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  next<T>(thread: string, write: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thread);
    const turn = before === undefined ? write() : before.then(write);
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(thread) === settled) this.#last.delete(thread);
      });
    this.#last.set(thread, settled);
    return turn;
  }
}
