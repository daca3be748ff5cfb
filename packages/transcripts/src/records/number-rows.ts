/** This many rows are side by side. */
const CHUNK = 512;

/**
 * Law: what it holds of a row is four bytes for each number, and nothing of it is on the heap: a long session has a million calls, and an object
 * for each of them would be larger than anything else that is kept.
 */
export class NumberRows {
  readonly #columns: number;
  readonly #chunks: Uint32Array[] = [];
  #size = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Gives the place of a new row, which has zeros. */
  add(): number {
    if (this.#size % CHUNK === 0) this.#chunks.push(new Uint32Array(CHUNK * this.#columns));
    this.#size += 1;
    return this.#size - 1;
  }

  get(row: number, column: number): number {
    return this.#chunks[Math.floor(row / CHUNK)]?.[(row % CHUNK) * this.#columns + column] ?? 0;
  }

  /** `value` is from 0 to 4,294,967,295. */
  set(row: number, column: number, value: number): void {
    const chunk = this.#chunks[Math.floor(row / CHUNK)];
    if (chunk !== undefined) chunk[(row % CHUNK) * this.#columns + column] = value;
  }
}
