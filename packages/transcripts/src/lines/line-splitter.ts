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
  /** The beginning of a line whose end has not come, as it came: joined once, so that a long line costs its length. */
  #pending: Buffer[] = [];
  #pendingSize = 0;
  #line = 1;
  #byte = 0;

  *push(bytes: Uint8Array): Iterable<RawLine> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
      yield this.#take(buffer.subarray(start, end), end - start + 1);
      start = end + 1;
    }
    if (start === buffer.length) return;
    // A copy: the caller may use its buffer again.
    this.#pending.push(Buffer.from(buffer.subarray(start)));
    this.#pendingSize += buffer.length - start;
  }

  /** The last line, if the file does not end with a newline. */
  end(): RawLine | undefined {
    return this.#pendingSize === 0 ? undefined : this.#take(Buffer.alloc(0), 0);
  }

  #take(rest: Buffer, length: number): RawLine {
    const whole = this.#pendingSize === 0 ? rest : Buffer.concat([...this.#pending, rest]);
    const byte = this.#byte;
    const line = this.#line;
    this.#byte += this.#pendingSize + length;
    this.#line += 1;
    this.#pending = [];
    this.#pendingSize = 0;
    const from = line === 1 && BOM.every((value, index) => whole[index] === value) ? BOM.length : 0;
    const to = whole[whole.length - 1] === RETURN ? whole.length - 1 : whole.length;
    return { text: whole.toString('utf8', from, to), line, byte };
  }
}
