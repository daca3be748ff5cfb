/** Bytes of a growing file to lines, each with its place. A line is given once, when its end has arrived. */
export interface RawLine {
  /** Whoever has read it may let it go. */
  text: string;
  /** From 1. */
  readonly line: number;
  /** Where it begins in the file. */
  readonly byte: number;
  /** Of a line that is too long to be held: its bytes. The text is its beginning. */
  readonly size?: number;
  /** How many characters are in the place of bytes that are no UTF-8. */
  readonly replaced?: number;
}

/** With the bytes that its text was made from. */
interface TakenLine {
  readonly line: RawLine;
  readonly bytes: Uint8Array;
  /** Of bytes that were joined: they are given back at once, and not when somebody looks for what is no longer used. */
  readonly free?: () => void;
}

/** No program writes a longer line; one that is read takes several times its length of memory. */
export const MOST_LINE_BYTES: number = 96 * 1024 * 1024;

/** This much of a line that is too long is kept. */
const BEGINNING_BYTES = 64 * 1024;
const NOTHING = new Uint8Array();
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const BOM = [0xef, 0xbb, 0xbf] as const;

export class LineSplitter {
  /** The pieces of an unfinished line. They are joined once, so that a long line costs its length. */
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingSize = 0;
  #line = 1;
  #byte = 0;
  readonly #mostBytes: number;

  constructor(mostBytes: number = MOST_LINE_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Where the next line begins. */
  get place(): Pick<RawLine, 'line' | 'byte'> {
    return { line: this.#line, byte: this.#byte };
  }

  /** `splitter.push(chunk, (line, bytes) => …)`; `bytes` are those of `line.text`, and may change after the call. While `skipsBlank` says so, lines of white space are counted and not given: there may be a billion. */
  push(
    bytes: Uint8Array,
    take: (line: RawLine, bytes: Uint8Array) => void,
    skipsBlank: () => boolean = () => false,
  ): void {
    const searched = searchable(bytes);
    let start = skipsBlank() ? this.#afterBlank(bytes, 0) : 0;
    for (let end = searched.indexOf(NEWLINE, start); end !== -1; end = searched.indexOf(NEWLINE, start)) {
      const taken = this.#take(bytes, start, end, 1);
      start = end + 1;
      take(taken.line, taken.bytes);
      taken.free?.();
      if (skipsBlank()) start = this.#afterBlank(bytes, start);
    }
    if (start === bytes.length) return;
    this.#keep(bytes.subarray(start));
  }

  /** Where the first line begins that may hold something. */
  #afterBlank(bytes: Uint8Array, start: number): number {
    if (this.#pendingSize > 0) return start;
    let next = start;
    let lines = 0;
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === NEWLINE) {
        next = at + 1;
        lines += 1;
      } else if (byte !== RETURN && byte !== SPACE && byte !== TAB) break;
    }
    this.#line += lines;
    this.#byte += next - start;
    return next;
  }

  #keep(piece: Uint8Array): void {
    if (this.#pendingSize <= this.#mostBytes) {
      // A copy: the caller may use its buffer again.
      this.#pending.push(new Uint8Array(piece));
      if (this.#pendingSize + piece.length > this.#mostBytes) this.#pending = [beginningOf(this.#pending)];
    }
    this.#pendingSize += piece.length;
  }

  /** The last line, if the file does not end with a newline. */
  end(): RawLine | undefined {
    return this.#pendingSize === 0 ? undefined : this.#take(NOTHING, 0, 0, 0).line;
  }

  #take(bytes: Uint8Array, start: number, end: number, newline: 0 | 1): TakenLine {
    const line = this.#line;
    const byte = this.#byte;
    this.#line += 1;
    const size = this.#pendingSize + end - start;
    this.#byte += size + newline;
    if (size === 0) return { line: { text: '', line, byte }, bytes: NOTHING };
    if (size > this.#mostBytes) return this.#takeLong(bytes.subarray(start, end), { line, byte, size });
    if (this.#pendingSize === 0) return taken(bytes, start, end, line, byte);
    const whole = joined(this.#pending, bytes.subarray(start, end), size, free);
    this.#forget();
    return { ...taken(whole, 0, whole.length, line, byte), free: () => free(whole) };
  }

  #takeLong(last: Uint8Array, { line, byte, size }: Required<Omit<RawLine, 'text' | 'replaced'>>): TakenLine {
    const beginning = beginningOf([...this.#pending, last]);
    this.#forget();
    const first = taken(beginning, 0, beginning.length, line, byte);
    return { ...first, line: { ...first.line, size } };
  }

  #forget(): void {
    this.#pending = [];
    this.#pendingSize = 0;
  }
}

/** The same bytes, as what finds one of them fastest: a buffer of Node needs a tenth of the time. A browser has none. */
function searchable(bytes: Uint8Array): Pick<Uint8Array, 'indexOf'> {
  return 'Buffer' in globalThis ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes;
}

function beginningOf(pieces: readonly Uint8Array<ArrayBufferLike>[]): Uint8Array<ArrayBuffer> {
  const first: Uint8Array[] = [];
  let room = BEGINNING_BYTES;
  for (const piece of pieces) {
    first.push(piece.subarray(0, room));
    room -= Math.min(room, piece.length);
  }
  return joined(first, NOTHING, BEGINNING_BYTES - room);
}

/** A line of a hundred megabytes would be in memory twice until somebody looks for what is no longer used. */
function free(bytes: Uint8Array<ArrayBuffer>): void {
  bytes.buffer.transfer(0);
}

/** `done` is called with each piece that was copied. */
function joined<Piece extends Uint8Array>(
  pending: readonly Piece[],
  last: Uint8Array,
  size: number,
  done?: (piece: Piece) => void,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pending) {
    whole.set(piece, at);
    at += piece.length;
    done?.(piece);
  }
  whole.set(last, at);
  return whole;
}

/** The mark at the beginning of a file is skipped by its bytes; anywhere else it is a character. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function taken(bytes: Uint8Array, start: number, end: number, line: number, byte: number): TakenLine {
  const marked = line === 1 && BOM.every((value, index) => bytes[start + index] === value) ? BOM.length : 0;
  const from = start + marked;
  const to = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
  const own = bytes.subarray(from, to);
  const text = decoder.decode(own);
  const replaced = text.includes(NO_CHARACTER) ? replacedIn(text, own) : 0;
  const raw = { text, line, byte: byte + marked };
  return { line: replaced === 0 ? raw : { ...raw, replaced }, bytes: own };
}

/** What a decoder makes of bytes that are no UTF-8. A file may also hold the character itself. */
const NO_CHARACTER = '\ufffd';
const ITS_BYTES = [0xef, 0xbf, 0xbd] as const;

function replacedIn(text: string, bytes: Uint8Array): number {
  let count = text.split(NO_CHARACTER).length - 1;
  for (let at = bytes.indexOf(ITS_BYTES[0]); at !== -1; at = bytes.indexOf(ITS_BYTES[0], at + 1)) {
    if (bytes[at + 1] === ITS_BYTES[1] && bytes[at + 2] === ITS_BYTES[2]) count -= 1;
  }
  return count;
}
