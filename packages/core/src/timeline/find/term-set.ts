/**
 * The last terms of three letters, by their code points: `new TermSet(most)` remembers so many, and then begins again. Whoever looks at a text letter by letter
 * makes a term for each: as texts they would take a hundred times the memory of what was said, if only for a moment.
 */
export class TermSet {
  readonly #most: number;
  /** Each term is two numbers; 0 and 0 is no term, as a NUL is no letter of an index. */
  readonly #places: Uint32Array;
  readonly #mask: number;
  #size = 0;

  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * most + 1));
    this.#most = most;
    this.#places = new Uint32Array(2 * places);
    this.#mask = places - 1;
  }

  /** Whether it was not there. */
  add(one: number, two: number, three: number): boolean {
    // Three code points of 21 bits each: 31 bits, and 32.
    const high = (one << 10) | (two >>> 11);
    const low = ((two << 21) | three) >>> 0;
    let place = this.#placeOf(high, low);
    if (!this.#isFree(place)) return false;
    if (this.#size === this.#most) {
      this.#places.fill(0);
      this.#size = 0;
      place = this.#placeOf(high, low);
    }
    this.#places[2 * place] = high;
    this.#places[2 * place + 1] = low;
    this.#size += 1;
    return true;
  }

  /** Where it is, or would be. */
  #placeOf(high: number, low: number): number {
    let place = mixed(high, low) & this.#mask;
    while (!this.#isFree(place) && (this.#places[2 * place] !== high || this.#places[2 * place + 1] !== low))
      place = (place + 1) & this.#mask;
    return place;
  }

  #isFree(place: number): boolean {
    return this.#places[2 * place] === 0 && this.#places[2 * place + 1] === 0;
  }
}

function mixed(high: number, low: number): number {
  const product = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b);
  return product ^ (product >>> 15);
}
