/** An event that names a blob comes within this time after the blob was stored. */
const AWAITED_MS = 600_000;

interface Awaited {
  readonly puts: number;
  readonly until: number;
}

/**
 * Blobs that were stored, and whose events are not written yet: the deletion of a thread that names the same ones leaves them. A blob may
 * be named as often as it was stored, because several writers may store the same one at once.
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
