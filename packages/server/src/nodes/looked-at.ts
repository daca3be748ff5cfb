/** Threads in which there was nothing to do, as they were: whoever looks every second need not ask again. */
export class LookedAt {
  readonly #seqs = new Map<string, number>();

  note(thread: string, seq: number): void {
    this.#seqs.delete(thread);
    this.#seqs.set(thread, seq);
    for (const oldest of this.#seqs.keys()) {
      if (this.#seqs.size <= KEPT) return;
      this.#seqs.delete(oldest);
    }
  }

  /** Nothing was written since. */
  has(thread: string, seq: number): boolean {
    return this.#seqs.get(thread) === seq;
  }
}

const KEPT = 10_000;
