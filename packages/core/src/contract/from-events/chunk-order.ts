/** The pieces of one text, with the numbers that the back end gave them. */
export class ChunkOrder {
  #pieces: { readonly index: number; readonly text: string }[] = [];
  #isNumbered = true;
  #isSorted = true;

  add(index: number | undefined, text: string): void {
    if (index === undefined) this.#isNumbered = false;
    else {
      this.#isSorted &&= index > (this.#pieces.at(-1)?.index ?? -Infinity);
      this.#pieces.push({ index, text });
    }
  }

  /** The whole text in the order of its numbers, if it came in another order. Then the next text begins. */
  take(): string | undefined {
    const isRight = this.#isSorted || !this.#isNumbered;
    const pieces = this.#pieces.toSorted((a, b) => a.index - b.index);
    this.#pieces = [];
    this.#isNumbered = true;
    this.#isSorted = true;
    return isRight ? undefined : pieces.map(({ text }) => text).join('');
  }
}
