/** Bytes of a growing file to lines, each with its place. A line is given once, when its end has come. */
export interface RawLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where it begins in the file. */
  readonly byte: number;
}

const NEWLINE = 10;
const RETURN = 13;
const BOM = [0xef, 0xbb, 0xbf] as const;

export class LineSplitter {
  /** The pieces of an unfinished line. They are joined once, so that a long line costs its length. */
  #pending: Uint8Array[] = [];
  #pendingSize = 0;
  #line = 1;
  #byte = 0;

  /** `splitter.push(chunk, (line) => …)` */
  push(bytes: Uint8Array, take: (line: RawLine) => void): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = this.#take(bytes, start, end, 1);
      start = end + 1;
      take(line);
    }
    if (start === bytes.length) return;
    // A copy: the caller may use its buffer again.
    this.#pending.push(new Uint8Array(bytes.subarray(start)));
    this.#pendingSize += bytes.length - start;
  }

  /** The last line, if the file does not end with a newline. */
  end(): RawLine | undefined {
    return this.#pendingSize === 0 ? undefined : this.#take(new Uint8Array(), 0, 0, 0);
  }

  #take(bytes: Uint8Array, start: number, end: number, newline: 0 | 1): RawLine {
    const line = this.#line;
    const byte = this.#byte;
    this.#line += 1;
    this.#byte += this.#pendingSize + end - start + newline;
    if (this.#pendingSize === 0) return rawLine(bytes, start, end, line, byte);
    const whole = joined(this.#pending, bytes.subarray(start, end), this.#pendingSize + end - start);
    this.#pending = [];
    this.#pendingSize = 0;
    return rawLine(whole, 0, whole.length, line, byte);
  }
}

function joined(pending: readonly Uint8Array[], last: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pending) {
    whole.set(piece, at);
    at += piece.length;
  }
  whole.set(last, at);
  return whole;
}

/** The mark at the beginning of a file is skipped by its bytes; anywhere else it is a character. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function rawLine(bytes: Uint8Array, start: number, end: number, line: number, byte: number): RawLine {
  const marked = line === 1 && BOM.every((value, index) => bytes[start + index] === value) ? BOM.length : 0;
  const from = start + marked;
  const to = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
  return { text: decoder.decode(bytes.subarray(from, to)), line, byte: byte + marked };
}
