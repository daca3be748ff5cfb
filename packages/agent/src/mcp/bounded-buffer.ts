/// <reference lib="es2024.arraybuffer" />
import { deserializeMessage, ReadBuffer } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { JsonGauge } from '@toolthread/core/json';
import type { JsonBounds } from '@toolthread/core/json';
import { excessText } from '@toolthread/core/text';

/** For one message of a server: pictures of several megabytes, and data that is walked in a moment. */
export const MESSAGE_BOUNDS: JsonBounds = { characters: 8_000_000, depth: 200, values: 50_000 };

/** A line that has no end even then is no message of anybody. */
const MOST_PASSED_OVER = 1_000_000_000;

/** Each is checked, and told to whoever waits for it: so many take a few milliseconds. */
const MOST_IN_A_TURN = 200;

/** Where a message says whose answer it is: at its beginning, or at its end. */
const MARGIN = 1000;

/**
 * What a server prints, as messages, one in each line. The SDK's own buffer ends the connection at 10 MB, and with it every other call and form. Here a
 * message that is too much is passed over as it comes, nothing of it is kept, and the one call that it answers fails.
 */
export class BoundedBuffer extends ReadBuffer {
  readonly #onRest: () => void;
  #line = new Line();
  #ready: (Buffer | JSONRPCMessage)[] = [];
  #at = 0;
  #left = MOST_IN_A_TURN;

  /** `onRest` is told when messages are left for a later turn: whoever reads on then says `nextTurn`. */
  constructor(onRest: () => void = () => undefined) {
    super();
    this.#onRest = onRest;
  }

  /** This many messages more are given. True if there are any. */
  nextTurn(): boolean {
    this.#left = MOST_IN_A_TURN;
    return this.#at < this.#ready.length;
  }

  /** The chunk is ours: what is passed over is given back, and is empty then. */
  override append(chunk: Buffer): void {
    const isPassedOver = this.#line.isPassedOver && !chunk.includes(NEWLINE);
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#line.push(chunk.subarray(from, end));
      const message = this.#line.end();
      if (message !== undefined && !(Buffer.isBuffer(message) && isNoise(message))) this.#ready.push(message);
      this.#line = new Line();
      from = end + 1;
    }
    this.#line.push(chunk.subarray(from));
    const refused = this.#line.refused();
    if (refused !== undefined) this.#ready.push(refused);
    if (isPassedOver) giveBack(chunk);
  }

  override readMessage(): JSONRPCMessage | null {
    for (;;) {
      const next = this.#ready[this.#at];
      if (next === undefined) {
        this.#forgetReady();
        return null;
      }
      if (this.#left === 0) {
        this.#onRest();
        return null;
      }
      this.#left -= 1;
      this.#at += 1;
      if (!Buffer.isBuffer(next)) return next;
      try {
        return deserializeMessage(next.toString('utf8'));
      } catch (error) {
        // It only began as JSON does.
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
  }

  override clear(): void {
    this.#line = new Line();
    this.#forgetReady();
  }

  #forgetReady(): void {
    this.#ready = [];
    this.#at = 0;
  }
}

const NEWLINE = 0x0a;

/** A line that is no JSON was printed for somebody else. It is not parsed: the error of each is a kilobyte or two to be cleared away. */
function isNoise(line: Buffer): boolean {
  return !/^\s{0,50}[{[\s]/.test(line.toString('latin1', 0, 60));
}

/** Now, and not when the collector comes by: of hundreds of megabytes that are passed over it would leave as many as it likes. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

class Line {
  readonly #gauge = new JsonGauge(MESSAGE_BOUNDS);
  #kept: Buffer[] = [];
  #bytes = 0;
  #head = '';
  #tail = '';
  #told = false;

  /** It is too much: nothing more of it is kept. */
  get isPassedOver(): boolean {
    return this.#gauge.excess !== undefined;
  }

  push(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MOST_PASSED_OVER) throw new Error(`a line of more than ${MOST_PASSED_OVER} bytes`);
    // What JSON is made of is one byte each, whatever the letters between.
    if (this.#head.length < MARGIN) this.#head = (this.#head + piece.toString('latin1', 0, MARGIN)).slice(0, MARGIN);
    if (this.#gauge.excess === undefined) {
      this.#gauge.push(piece.toString('latin1'));
      this.#kept.push(piece);
    }
    if (this.#gauge.excess === undefined) return;
    this.#kept = [];
    this.#tail = (this.#tail + piece.subarray(-MARGIN).toString('latin1')).slice(-MARGIN);
  }

  /** The answer in its place, once, as soon as it is known to be too much and whose it is. */
  refused(): JSONRPCMessage | undefined {
    const { excess } = this.#gauge;
    if (excess === undefined || this.#told || METHOD.test(this.#head)) return undefined;
    const [, id] = ID_AT_START.exec(this.#head) ?? ID_AT_END.exec(this.#tail) ?? [];
    if (id === undefined) return undefined;
    this.#told = true;
    const message = `Its answer is not read: ${excessText(excess, MESSAGE_BOUNDS)}.`;
    return { jsonrpc: '2.0', id: Number(id), error: { code: INTERNAL_ERROR, message } };
  }

  end(): Buffer | JSONRPCMessage | undefined {
    return this.#gauge.excess === undefined ? Buffer.concat(this.#kept) : this.refused();
  }
}

const INTERNAL_ERROR = -32_603;
const METHOD = /^\s*\{[^{}[\]]*"method"\s*:/;
const ID_AT_START = /^\s*\{[^{}[\]]*?"id"\s*:\s*(\d{1,15})\s*[,}]/;
const ID_AT_END = /[}\]"]\s*,\s*"id"\s*:\s*(\d{1,15})\s*(?:,[^{}[\]]*)?\}\s*$/;
