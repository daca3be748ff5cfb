/** A text that comes in pieces, from which slices are taken, each from where the one before it began or later: what is before it is let go. */
export class SlicedPieces {
  #pieces: string[] = [];
  /** Where in the whole text the first piece begins. */
  #from = 0;

  add(piece: string): void {
    this.#pieces.push(piece);
  }

  slice(start: number, end: number): string {
    let [first = ''] = this.#pieces;
    while (this.#pieces.length > 1 && start >= this.#from + first.length) {
      this.#from += first.length;
      this.#pieces.shift();
      [first = ''] = this.#pieces;
    }
    const whole = end > this.#from + first.length ? this.#pieces.join('') : first;
    if (whole !== first) this.#pieces = [whole];
    return whole.slice(start - this.#from, end - this.#from);
  }
}
