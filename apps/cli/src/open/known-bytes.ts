/** The bytes of a file that were read, to find out whether they still are there: not the bytes are kept, but a digest of each block of them. */
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';

const BLOCK_BYTES = 256 * 1024;
/** This many blocks are read again at one look: a few milliseconds, however long the file is. */
const BLOCKS_AT_ONCE = 4;
/** Two changes in so short a time may leave the same stamp. */
const SETTLED_MS = 2000;

export class KnownBytes {
  readonly #file: number;
  /** Of whole blocks. */
  readonly #digests: string[] = [];
  /** Of the block that is being read. */
  #hash: Hash = createHash('sha1');
  #size = 0;
  /** As it was when the file was looked at last. */
  #stamp = '';
  /** The block that is looked at next, and how many are to be looked at since the file changed. */
  #next = 0;
  #left = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /** What was read next. */
  push(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const end = Math.min(bytes.length, from + BLOCK_BYTES - (this.#size % BLOCK_BYTES));
      this.#hash.update(bytes.subarray(from, end));
      this.#size += end - from;
      from = end;
      if (this.#size % BLOCK_BYTES > 0) continue;
      this.#digests.push(this.#hash.digest('base64'));
      this.#hash = createHash('sha1');
    }
  }

  /** False if one of some blocks is another one now. After every change of the file, the looks that follow see all of it. */
  stand(): boolean {
    const { mtimeMs, ctimeMs, size } = fstatSync(this.#file);
    const stamp = `${mtimeMs} ${ctimeMs} ${size}`;
    const blocks = Math.ceil(this.#size / BLOCK_BYTES);
    if (stamp !== this.#stamp || Date.now() - mtimeMs < SETTLED_MS) this.#left = blocks;
    this.#stamp = stamp;
    for (let looks = Math.min(BLOCKS_AT_ONCE, this.#left); looks > 0; looks -= 1) {
      this.#next %= blocks;
      if (!this.#stands(this.#next)) return false;
      this.#next += 1;
      this.#left -= 1;
    }
    return true;
  }

  #stands(block: number): boolean {
    const start = block * BLOCK_BYTES;
    const bytes = Buffer.alloc(Math.min(BLOCK_BYTES, this.#size - start));
    if (readSync(this.#file, bytes, 0, bytes.length, start) < bytes.length) return false;
    const known = this.#digests[block] ?? this.#hash.copy().digest('base64');
    return createHash('sha1').update(bytes).digest('base64') === known;
  }
}
