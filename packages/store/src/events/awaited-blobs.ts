/** Whoever puts a blob names it within this time. */
const AWAITED_MS = 600_000;

interface Awaited {
  readonly puts: number;
  readonly until: number;
}

/**
 * Blobs that were put, and whose events are still to come: the deletion of a thread that names the same ones leaves them. As often as
 * one was put, as often it may be named: several may put the same at once.
 */
export class AwaitedBlobs {
  /** The oldest first. */
  readonly #awaited = new Map<string, Awaited>();

  put(hash: string, now: number): void {
    this.#forgetOld(now);
    const puts = (this.#awaited.get(hash)?.puts ?? 0) + 1;
    this.#awaited.delete(hash);
    this.#awaited.set(hash, { puts, until: now + AWAITED_MS });
  }

  named(hash: string): void {
    const awaited = this.#awaited.get(hash);
    if (awaited === undefined) return;
    if (awaited.puts === 1) this.#awaited.delete(hash);
    else this.#awaited.set(hash, { ...awaited, puts: awaited.puts - 1 });
  }

  has(hash: string, now: number): boolean {
    this.#forgetOld(now);
    return this.#awaited.has(hash);
  }

  #forgetOld(now: number): void {
    for (const [hash, { until }] of this.#awaited) {
      if (until > now) return;
      this.#awaited.delete(hash);
    }
  }
}
