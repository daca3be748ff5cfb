/** Where the frames of a Zstandard file end: what unpacks one stops there, and a file may have many. Frames that hold no data are skipped. */
const MAGIC = 0xfd2fb528;
const SKIPPED_MAGIC = 0x184d2a50;

type Stage = 'magic' | 'skipped size' | 'descriptor' | 'block';

/** Bytes of one frame. */
export interface FramePiece {
  readonly bytes: Buffer;
  readonly isData: boolean;
  /** The frame ends with them. */
  readonly ends: boolean;
}

/** `[...new ZstdFrames().pieces(chunk)]`, chunk after chunk. What is no frame is one that never ends: who unpacks it says what is wrong. */
export class ZstdFrames {
  #stage: Stage = 'magic';
  /** Of the head that is being read. */
  #value = 0;
  #read = 0;
  /** Bytes to come before the next head. */
  #body = 0;
  #isData = true;
  #isLast = false;
  #hasChecksum = false;

  *pieces(chunk: Buffer): Generator<FramePiece, void> {
    let start = 0;
    for (let at = 0; at < chunk.length;) {
      const isHead = this.#body === 0;
      if (isHead) this.#head(chunk[at] ?? 0);
      const taken = isHead ? 1 : Math.min(this.#body, chunk.length - at);
      if (!isHead) this.#body -= taken;
      at += taken;
      if (this.#body > 0 || !this.#isLast) continue;
      yield { bytes: chunk.subarray(start, at), isData: this.#isData, ends: true };
      this.#begin();
      start = at;
    }
    if (start < chunk.length) yield { bytes: chunk.subarray(start), isData: this.#isData, ends: false };
  }

  #begin(): void {
    this.#isLast = false;
    this.#isData = true;
    this.#expect('magic');
  }

  #expect(stage: Stage): void {
    this.#stage = stage;
    this.#value = 0;
    this.#read = 0;
  }

  #head(byte: number): void {
    this.#value += byte * 2 ** (8 * this.#read);
    this.#read += 1;
    if (this.#read < HEAD_BYTES[this.#stage]) return;
    const value = this.#value;
    switch (this.#stage) {
      case 'magic':
        if (value === MAGIC) return this.#expect('descriptor');
        if (value - (value % 16) === SKIPPED_MAGIC) return this.#skip();
        this.#body = Infinity;
        return undefined;
      case 'skipped size':
        this.#isLast = true;
        this.#body = value;
        return undefined;
      case 'descriptor':
        this.#hasChecksum = bits(value, 2, 1) === 1;
        this.#body = restOfHeader(value);
        return this.#expect('block');
      case 'block':
        this.#isLast = bits(value, 0, 1) === 1;
        this.#body =
          (bits(value, 1, 2) === REPEATED ? 1 : bits(value, 3, 21)) + (this.#isLast && this.#hasChecksum ? 4 : 0);
        return this.#expect('block');
      default:
        return this.#stage satisfies never;
    }
  }

  #skip(): void {
    this.#isData = false;
    this.#expect('skipped size');
  }
}

const HEAD_BYTES: { readonly [stage in Stage]: number } = { magic: 4, 'skipped size': 4, descriptor: 1, block: 3 };
/** A block of one byte, many times. */
const REPEATED = 1;

/** The window, the dictionary's id and the size of the content are between the descriptor and the first block. */
function restOfHeader(descriptor: number): number {
  const isSingle = bits(descriptor, 5, 1) === 1;
  const sizes = [isSingle ? 1 : 0, 2, 4, 8];
  return (isSingle ? 0 : 1) + ([0, 1, 2, 4][bits(descriptor, 0, 2)] ?? 0) + (sizes[bits(descriptor, 6, 2)] ?? 0);
}

function bits(value: number, from: number, count: number): number {
  return Math.floor(value / 2 ** from) % 2 ** count;
}
