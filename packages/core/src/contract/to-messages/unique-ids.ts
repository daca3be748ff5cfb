/** Gives every message its own id: the first that wants an id keeps it, whoever comes later gets the next free one. */
export class UniqueIds {
  readonly #taken = new Set<string>();
  readonly #repeats = new Map<string, number>();

  /** `ids.take('step_1', 'msg_001')`: the preferred id where it is free, else its own, numbered where that is taken too. */
  take(own: string, preferred: string = own): string {
    const free = [preferred, own].find((wish) => wish !== '' && !this.#taken.has(wish)) ?? this.#numbered(own);
    this.#taken.add(free);
    return free;
  }

  /** The count per wish is kept: a thousand equal wishes cost a thousand steps, not a million. */
  #numbered(wish: string): string {
    let count = this.#repeats.get(wish) ?? 1;
    do count += 1;
    while (this.#taken.has(`${wish}~${count}`));
    this.#repeats.set(wish, count);
    return `${wish}~${count}`;
  }
}
