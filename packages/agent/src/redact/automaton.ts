/** Finds many words in one pass (Aho and Corasick): a step for each character costs the same however many words there are. */
export interface Automaton {
  /** A character's column in a row; 0 for those in no word. */
  readonly columns: Uint16Array;
  /** A row for each beginning of a word: where each character leads, how long the longest word is that ends here, how long the beginning. */
  readonly table: Int32Array;
  /** Where in a row the two lengths stand. */
  readonly ends: number;
  readonly depth: number;
  readonly longest: number;
}

/** `automatonOf(['secret', 'other'])` */
export function automatonOf(words: readonly string[]): Automaton {
  const columns = new Uint16Array(65_536);
  let letters = 0;
  for (const word of words) {
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      if (columns[code] === 0) columns[code] = letters += 1;
    }
  }
  const longest = Math.max(0, ...words.map(({ length }) => length));
  const automaton = { columns, ends: letters + 1, depth: letters + 2, longest };
  const table = complete(beginnings(words, automaton), automaton);
  return { ...automaton, table };
}

type Shape = Omit<Automaton, 'table'>;

function beginnings(words: readonly string[], { columns, ends, depth }: Shape): Int32Array {
  const width = depth + 1;
  const most = words.reduce((sum, { length }) => sum + length, 1);
  const table = new Int32Array(most * width);
  let rows = 1;
  for (const word of words) {
    let row = 0;
    for (let at = 0; at < word.length; at += 1) {
      const cell = row + (columns[word.charCodeAt(at)] ?? 0);
      if (table[cell] === 0) {
        table[cell] = rows * width;
        rows += 1;
      }
      row = table[cell] ?? 0;
      table[row + depth] = at + 1;
    }
    table[row + ends] = word.length;
  }
  return table.slice(0, rows * width);
}

/** Where no word goes on, the longest end of what was read goes on that begins one. */
function complete(table: Int32Array, { ends }: Shape): Int32Array {
  const shorter = new Map<number, number>();
  let level = Array.from(table.subarray(1, ends)).filter((row) => row !== 0);
  while (level.length > 0) {
    const next: number[] = [];
    for (const row of level) {
      const other = shorter.get(row) ?? 0;
      for (let column = 1; column < ends; column += 1) {
        const [here = 0, there = 0] = [table[row + column], table[other + column]];
        if (here === 0) table[row + column] = there;
        else {
          shorter.set(here, there);
          table[here + ends] = Math.max(table[here + ends] ?? 0, table[there + ends] ?? 0);
          next.push(here);
        }
      }
    }
    level = next;
  }
  return table;
}

/** One reader's place among the words. */
export class Matcher {
  readonly #automaton: Automaton;
  readonly #table: Int32Array;
  readonly #columns: Uint16Array;
  readonly #ends: number;
  /** Where the characters of the unfinished word stand in the text, the newest at `#count`. */
  readonly #starts: Float64Array;
  readonly #mask: number;
  #row = 0;
  #count = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#table = automaton.table;
    this.#columns = automaton.columns;
    this.#ends = automaton.ends;
    this.#starts = new Float64Array(2 ** Math.ceil(Math.log2(automaton.longest + 1)));
    this.#mask = this.#starts.length - 1;
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
    const row = table[this.#row + (this.#columns[code] ?? 0)] ?? 0;
    this.#row = row;
    if (row === 0) return -1;
    this.#count += 1;
    this.#starts[this.#count & this.#mask] = at;
    const length = table[row + this.#ends] ?? 0;
    return length === 0 ? -1 : this.#startOf(length);
  }

  reset(): void {
    this.#row = 0;
  }

  get isIdle(): boolean {
    return this.#row === 0;
  }

  /** Where the unfinished word began; `Infinity` where there is none. */
  get from(): number {
    return this.#row === 0 ? Infinity : this.#startOf(this.#length);
  }

  /** Of what is read of the unfinished word. */
  get #length(): number {
    return this.#table[this.#row + this.#automaton.depth] ?? 0;
  }

  #startOf(length: number): number {
    return this.#starts[(this.#count - length + 1) & this.#mask] ?? 0;
  }
}
