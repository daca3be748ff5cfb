/** Names that become equal are numbered, so that none is lost. */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** The last number of each, so that nobody counts from the beginning again. */
  readonly #last = new Map<string, number>();

  free(name: string): string {
    let free = name;
    let n = this.#last.get(name) ?? 1;
    while (this.#taken.has(free)) free = `${name} ${(n += 1)}`;
    if (n > 1) this.#last.set(name, n);
    this.#taken.add(free);
    return free;
  }
}
