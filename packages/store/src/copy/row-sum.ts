import { createHash } from 'node:crypto';
import { type CopiedRow, rowText } from './copied-row.ts';

const ALL = 1n << 256n;

/**
 * How many rows, and the sum of their SHA-256 hashes: two engines may order the same rows differently, and have the same sum. A row that is missing,
 * doubled, or changed in one bit gives another.
 */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(row: CopiedRow): void {
    this.#rows += 1;
    const hash = createHash('sha256').update(rowText(row)).digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % ALL;
  }

  get rows(): number {
    return this.#rows;
  }

  get sha256(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
