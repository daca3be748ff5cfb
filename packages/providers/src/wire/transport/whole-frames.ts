import { lineKind } from './line-kind.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Of one frame. No answer of use has as many. */
const MOST_LINES = 10_000;

/** Of an answer, lines of fields that no client reads: an error may come as a text that is no frame, and there is a client that looks for it. */
const MOST_OTHER_LINES = 1000;

/** Bytes: so many are read at once, and whoever reads a long line reads all of it. */
export const MOST_AT_ONCE = 16_384;

interface Part {
  /** How many bytes it was made of. */
  readonly read: number;
  /** The frames that ended in it, often no byte; undefined if one has too many lines. */
  readonly frames: Bytes | undefined;
}

/**
 * `new WholeFrames().push(lines)`: the frames that have ended, without the lines that say nothing, part by part. What is pushed ends with a line,
 * but for the last.
 *
 * A client keeps every line until its frame ends, and may look through all of them with each piece: so it gets no half frame.
 * Every line ends with a line feed here: the ends of two lines, of which one between them is left out, might be read as one.
 */
export class WholeFrames {
  /** Of the frame that has not ended. */
  #held: Bytes[] = [];
  #lines = 0;
  #otherLines = 0;
  #isHalfEnd = false;

  *push(bytes: Bytes): Generator<Part, void, void> {
    // The two halves of one end of a line may come one after the other.
    let at = this.#isHalfEnd && bytes[0] === NEW_LINE ? 1 : 0;
    this.#isHalfEnd = bytes.at(-1) === RETURN;
    const kept = new Uint8Array(bytes.byteLength);
    let size = 0;
    while (at < bytes.byteLength) {
      const began = at;
      const from = size;
      let frameEnd = from;
      while (at < bytes.byteLength && at - began < MOST_AT_ONCE) {
        const end = lineEnd(bytes, at);
        if (this.#isKept(bytes, at, end)) {
          kept.set(bytes.subarray(at, end), size);
          size += end - at;
          if (end < bytes.byteLength) kept[size++] = NEW_LINE;
          if (this.#lines === 0) frameEnd = size;
        }
        if (this.#lines > MOST_LINES) return yield { read: at - began, frames: undefined };
        at = end + (bytes[end] === RETURN && bytes[end + 1] === NEW_LINE ? 2 : 1);
      }
      const frames = frameEnd > from ? this.#joined(kept.subarray(from, frameEnd)) : NOTHING;
      if (size > frameEnd) this.#held.push(kept.slice(frameEnd, size));
      yield { read: at - began, frames };
    }
  }

  /** At the end of all: what has not ended. */
  rest(): Bytes {
    return this.#joined(NOTHING);
  }

  #joined(last: Bytes): Bytes {
    if (this.#held.length === 0) return last;
    const pieces = [...this.#held, last];
    this.#held = [];
    return new Uint8Array(Buffer.concat(pieces));
  }

  #isKept(bytes: Bytes, at: number, end: number): boolean {
    const kind = lineKind(bytes, at, end);
    if (kind === 'comment') return false;
    if (kind === 'end') {
      const isEnd = this.#lines > 0;
      this.#lines = 0;
      return isEnd;
    }
    if (kind === 'other' && ++this.#otherLines > MOST_OTHER_LINES) return false;
    this.#lines += 1;
    return true;
  }
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.byteLength && bytes[at] !== NEW_LINE && bytes[at] !== RETURN) at += 1;
  return at;
}

const NEW_LINE = 10;
const RETURN = 13;
const NOTHING: Bytes = new Uint8Array();
