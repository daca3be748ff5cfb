import { JsonGauge } from '@toolthread/core/json';
import { lineKind } from './line-kind.ts';

/**
 * Of one frame. No answer of use has as many values in one: with more, each under a name of its own, whoever parses it holds up everybody.
 * It is counted before anybody parses it.
 */
const BOUNDS = { characters: Infinity, depth: 1000, values: 30_000 };

/** `JSON` where the whole answer is one text; `frames` where it is a stream of events, each with data that is parsed by itself. */
export type Framing = 'JSON' | 'frames';

/** `new FrameGauge('frames').push(lines)`: whether what came so far may be parsed. Each piece ends with a line, but for the last one. */
export class FrameGauge {
  readonly #framing: Framing;
  #data = new JsonGauge(BOUNDS);
  /** In lines that are no data. A client may parse these too, from anywhere on: whether a quote was open before them nobody knows. */
  #besides = 0;
  #isHalfEnd = false;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  push(bytes: Uint8Array): boolean {
    // All that counts is ASCII, and no byte of any other character is.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    if (this.#framing === 'JSON') this.#data.push(text);
    else this.#takeLines(text);
    return this.#data.excess === undefined && this.#besides <= BOUNDS.values;
  }

  #takeLines(text: string): void {
    // The two halves of one end of a line may come one after the other.
    const lines = text.slice(this.#isHalfEnd && text.startsWith('\n') ? 1 : 0).split(LINE_END);
    this.#isHalfEnd = text.endsWith('\r');
    if (lines.at(-1) === '') lines.pop();
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    if (this.#data.excess !== undefined) return;
    const kind = lineKind(Buffer.from(line, 'latin1'), 0, line.length);
    if (kind === 'end') this.#data = new JsonGauge(BOUNDS);
    else if (kind === 'data') this.#data.push(line.slice(line.indexOf(':') + 1));
    else for (let at = 0; at < line.length; at += 1) if (BEGINS_A_VALUE.has(line.charCodeAt(at))) this.#besides += 1;
  }
}

const LINE_END = /\r\n|\n|\r/;
const BEGINS_A_VALUE: ReadonlySet<number> = new Set([...',[{'].map((sign) => sign.charCodeAt(0)));
