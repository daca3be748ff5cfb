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
  #pending: Buffer[] = [];
  #pendingSize = 0;
  #line = 1;
  #byte = 0;

  /** `splitter.push(chunk, (line) => …)` */
  push(bytes: Uint8Array, take: (line: RawLine) => void): void {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
      const line = this.#take(buffer, start, end, 1);
      start = end + 1;
      take(line);
    }
    if (start === buffer.length) return;
    // A copy: the caller may use its buffer again.
    this.#pending.push(Buffer.from(buffer.subarray(start)));
    this.#pendingSize += buffer.length - start;
  }

  /** The last line, if the file does not end with a newline. */
  end(): RawLine | undefined {
    return this.#pendingSize === 0 ? undefined : this.#take(Buffer.alloc(0), 0, 0, 0);
  }

  #take(buffer: Buffer, start: number, end: number, newline: 0 | 1): RawLine {
    const line = this.#line;
    const byte = this.#byte;
    this.#line += 1;
    this.#byte += this.#pendingSize + end - start + newline;
    if (this.#pendingSize === 0) return rawLine(buffer, start, end, line, byte);
    const whole = Buffer.concat([...this.#pending, buffer.subarray(start, end)]);
    this.#pending = [];
    this.#pendingSize = 0;
    return rawLine(whole, 0, whole.length, line, byte);
  }
}

function rawLine(buffer: Buffer, start: number, end: number, line: number, byte: number): RawLine {
  const marked = line === 1 && BOM.every((value, index) => buffer[start + index] === value) ? BOM.length : 0;
  const from = start + marked;
  const to = end > from && buffer[end - 1] === RETURN ? end - 1 : end;
  return { text: buffer.toString('utf8', from, to), line, byte: byte + marked };
}
