/**
 * Finds many words in one pass (Aho and Corasick): a step for each character costs the same however many words there are. At first the table has only the words.
 * The transitions for all other characters are computed when they are first needed: most of them never are.
 */
export class Automaton {
  /** A character's column in a row; 0 for those in no word. */
  readonly columns: Uint16Array = new Uint16Array(65_536);
  /**
   * A row for each beginning of a word, the empty one first: where each character leads, how long the longest word is that ends here, and how long the
   * beginning. A place that is 0 is not known yet; a negative one is the row of a longer beginning that nobody has come to.
   */
  readonly table: Int32Array;
  readonly first: number;
  /** Where in a row the two lengths are. */
  readonly ends: number;
  readonly depth: number;
  readonly longest: number;
  /** Of each row, the row of the longest end of it that begins a word. */
  readonly #shorter: Int32Array;

  /** `new Automaton(['secret', 'other'])` */
  constructor(words: readonly string[]) {
    this.ends = this.#numberColumns(words) + 1;
    this.depth = this.ends + 1;
    this.first = this.depth + 1;
    this.longest = words.reduce((most, { length }) => Math.max(most, length), 0);
    const rows = words.reduce((sum, { length }) => sum + length, 2);
    this.table = new Int32Array(rows * this.first);
    this.#shorter = new Int32Array(rows);
    this.#writeDown(words);
  }

  /** Where a character leads that was not asked for yet. */
  resolve(row: number, column: number): number {
    const known = this.table[row + column] ?? 0;
    if (known > 0) return known;
    const elsewhere = row === this.first ? this.first : this.resolve(this.#shorterOf(row), column);
    const next = known === 0 ? elsewhere : -known;
    if (known < 0) this.#arrive(next, elsewhere);
    this.table[row + column] = next;
    return next;
  }

  /** A word may end here that is an end of what was read. */
  #arrive(row: number, shorter: number): void {
    this.#shorter[row / this.first] = shorter;
    const ends = row + this.ends;
    this.table[ends] = Math.max(this.table[ends] ?? 0, this.table[shorter + this.ends] ?? 0);
  }

  #shorterOf(row: number): number {
    return this.#shorter[row / this.first] ?? this.first;
  }

  #numberColumns(words: readonly string[]): number {
    let letters = 0;
    for (const word of words) {
      for (let at = 0; at < word.length; at += 1) {
        const code = word.charCodeAt(at);
        if (this.columns[code] === 0) this.columns[code] = letters += 1;
      }
    }
    return letters;
  }

  #writeDown(words: readonly string[]): void {
    const { table, columns, first } = this;
    let last = first;
    for (const word of words) {
      let row = first;
      for (let at = 0; at < word.length; at += 1) {
        const cell = row + (columns[word.charCodeAt(at)] ?? 0);
        if (table[cell] === 0) {
          last += first;
          table[cell] = -last;
          table[last + this.depth] = at + 1;
        }
        row = -(table[cell] ?? 0);
      }
      table[row + this.ends] = word.length;
    }
  }
}

/** One reader's place among the words. */
export class Matcher {
  readonly #automaton: Automaton;
  readonly #table: Int32Array;
  readonly #columns: Uint16Array;
  readonly #ends: number;
  readonly #first: number;
  /**
   * Where the characters of the unfinished word are in the text, the newest at `#count`. No typed array: its memory is outside of the heap, and where thousands of
   * texts are read, V8 collects the whole heap for it.
   */
  readonly #starts: number[] = [];
  readonly #mask: number;
  #row: number;
  #count = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#table = automaton.table;
    this.#columns = automaton.columns;
    this.#ends = automaton.ends;
    this.#first = automaton.first;
    this.#row = automaton.first;
    this.#mask = 2 ** Math.ceil(Math.log2(automaton.longest + 1)) - 1;
  }

  /** Goes on from where another one is, of the same words. */
  goOnFrom(other: Matcher): void {
    this.#row = other.#row;
    this.#count = other.#count;
    for (let back = 0; back < other.#length; back += 1) {
      const place = (other.#count - back) & this.#mask;
      this.#starts[place] = other.#starts[place] ?? 0;
    }
  }

  /** The place where a word began that ends with this character, or -1. */
  step(code: number, at: number): number {
    const table = this.#table;
    const column = this.#columns[code] ?? 0;
    let row = column === 0 ? this.#first : (table[this.#row + column] ?? 0);
    if (row <= 0) row = this.#automaton.resolve(this.#row, column);
    this.#row = row;
    if (row === this.#first) return -1;
    this.#count += 1;
    this.#starts[this.#count & this.#mask] = at;
    const length = table[row + this.#ends] ?? 0;
    return length === 0 ? -1 : this.#startOf(length);
  }

  reset(): void {
    this.#row = this.#first;
  }

  get isIdle(): boolean {
    return this.#row === this.#first;
  }

  /** Where the unfinished word began; `Infinity` if there is none. */
  get from(): number {
    return this.#row === this.#first ? Infinity : this.#startOf(this.#length);
  }

  /** Of what is read of the unfinished word. */
  get #length(): number {
    return this.#table[this.#row + this.#automaton.depth] ?? 0;
  }

  #startOf(length: number): number {
    return this.#starts[(this.#count - length + 1) & this.#mask] ?? 0;
  }
}
