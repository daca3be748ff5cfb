/** How often each word came: `tally.add('user')`. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  all(): { readonly [word: string]: number } {
    return Object.fromEntries(this.#counts);
  }
}
