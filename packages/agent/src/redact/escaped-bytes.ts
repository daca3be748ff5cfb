/** A character, and where in the text it is written. */
export interface Placed {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

/** Bytes of UTF-8 that were escaped one by one (`%E2%80%8B`, `\xe2\x80\x8b`), until they are a character. */
export class EscapedBytes {
  #bytes: Placed[] = [];
  #length = 0;

  /** Where the first byte is; `Infinity` if there is none. */
  get from(): number {
    return this.#bytes[0]?.start ?? Infinity;
  }

  /** It begins a character, or goes on with the one that is begun. */
  fits(code: number): boolean {
    return this.#bytes.length === 0 ? lengthBy(code) > 0 : code >= 0x80 && code < 0xc0;
  }

  /** The character, if it is complete with this byte. */
  add(byte: Placed): Placed | undefined {
    if (this.#bytes.length === 0) this.#length = lengthBy(byte.code);
    this.#bytes.push(byte);
    if (this.#bytes.length < this.#length) return undefined;
    const start = this.from;
    const text = Buffer.from(this.takeAll().map(({ code }) => code)).toString();
    return { code: text.codePointAt(0) ?? 0, start, end: byte.end };
  }

  /** They are no character together. */
  takeAll(): readonly Placed[] {
    const all = this.#bytes;
    this.#bytes = [];
    return all;
  }
}

/** Of how many bytes a character is that begins with this one; 0 if none does. */
function lengthBy(code: number): number {
  if (code < 0xc2 || code > 0xf4) return 0;
  return code < 0xe0 ? 2 : code < 0xf0 ? 3 : 4;
}
