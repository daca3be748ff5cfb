/**
 * What a process printed, in bounded memory: the beginning and the end are kept, the middle is counted. Taking a chunk
 * costs the same whether the process prints a line or for ever, and no text is made of what is not kept.
 */
import { firstWord, lastWord } from '../tool/cut-words.ts';
import { unfinished } from './unfinished.ts';

const HEAD = 1024 * 1024;
const TAIL = 1024 * 1024;
/** How far from a cut we look for the word that it would split. */
const EDGE = 512;

export class BoundedOutput {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** A ring buffer: the oldest bytes are overwritten first. */
  #tail: Buffer | undefined;
  #tailBytes = 0;

  /** Of whole characters. */
  push(chunk: Buffer): void {
    const room = this.#tail === undefined ? HEAD - this.#headBytes : 0;
    const fits = chunk.subarray(0, room);
    const head = fits.length < chunk.length ? fits.subarray(0, fits.length - unfinished(fits)) : fits;
    if (head.length > 0) this.#head.push(head);
    this.#headBytes += head.length;
    if (head.length < chunk.length) this.#overwrite(chunk.subarray(head.length));
  }

  #overwrite(rest: Buffer): void {
    const ring = (this.#tail ??= Buffer.alloc(TAIL));
    const last = rest.subarray(Math.max(0, rest.length - TAIL));
    const at = (this.#tailBytes + rest.length - last.length) % TAIL;
    const copied = last.copy(ring, at);
    last.copy(ring, 0, copied);
    this.#tailBytes += rest.length;
  }

  /** No word is cut in two. `isCut`: the process would have printed more. */
  text(isCut = false): string {
    const head = Buffer.concat(this.#head);
    const tail = this.#wholeTail();
    const end = isCut ? withoutEnd : asItIs;
    const dropped = this.#tailBytes - tail.length;
    if (dropped === 0) return end(Buffer.concat([head, tail])).toString();
    const [first, last] = [withoutEnd(head), withoutBeginning(tail)];
    const missing = dropped + head.length - first.length + tail.length - last.length;
    return `${first.toString()}\n[${missing} bytes were not kept here]\n${end(last).toString()}`;
  }

  #wholeTail(): Buffer {
    if (this.#tail === undefined) return Buffer.alloc(0);
    if (this.#tailBytes <= TAIL) return this.#tail.subarray(0, this.#tailBytes);
    const at = this.#tailBytes % TAIL;
    return Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]);
  }
}

function asItIs(bytes: Buffer): Buffer {
  return bytes;
}

function withoutEnd(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length - lastWord(bytes.subarray(-EDGE).toString('latin1')));
}

function withoutBeginning(bytes: Buffer): Buffer {
  const rest = bytes.subarray(firstWord(bytes.subarray(0, EDGE).toString('latin1')));
  // The first bytes of a character may have been overwritten.
  const broken = [0, 1, 2, 3].findIndex((n) => ((rest[n] ?? 0) & 0xc0) !== 0x80);
  return rest.subarray(Math.max(0, broken));
}
