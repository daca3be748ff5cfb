/// <reference lib="es2024.arraybuffer" />
import { deserializeMessage, ReadBuffer } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { JsonGauge } from '@toolthread/core/json';
import type { JsonBounds } from '@toolthread/core/json';
import { excessText } from '@toolthread/core/text';

/** The limits of one message: pictures of several megabytes fit, and its data can be checked quickly. */
export const MESSAGE_BOUNDS: JsonBounds = { characters: 8_000_000, depth: 200, values: 50_000 };

/** A line that is even longer is not a message. */
const MOST_PASSED_OVER = 1_000_000_000;

/** Each message is checked and passed on: this many take a few milliseconds. */
const MOST_IN_A_TURN = 200;

/** The id of a message is at its beginning or at its end: this many bytes are searched there. */
const MARGIN = 1000;

/**
 * The messages that a server prints, one in each line. The SDK's own buffer closes the connection at 10 MB, and with it every other call and form. Here
 * a message over the limits is skipped as it arrives, nothing of it is kept, and only the call that it answers fails.
 */
export class BoundedBuffer extends ReadBuffer {
  readonly #onRest: () => void;
  #line = new Line();
  #ready: (Buffer | JSONRPCMessage)[] = [];
  #at = 0;
  #left = MOST_IN_A_TURN;

  /** `onRest` is called when messages are left for a later turn: the reader then calls `nextTurn`. */
  constructor(onRest: () => void = () => undefined) {
    super();
    this.#onRest = onRest;
  }

  /** Releases this many more messages. True if there are any. */
  nextTurn(): boolean {
    this.#left = MOST_IN_A_TURN;
    return this.#at < this.#ready.length;
  }

  /** The chunk is ours: memory of skipped bytes is freed, and the chunk is empty then. */
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
        // It only began like JSON.
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

/** A line that is not JSON was not meant for us. It is not parsed: each error would be one or two kilobytes of garbage. */
function isNoise(line: Buffer): boolean {
  return !/^\s{0,50}[{[\s]/.test(line.toString('latin1', 0, 60));
}

/** Frees the memory now: the garbage collector may wait until hundreds of megabytes have been skipped. */
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

  /** The message is over the limits: nothing more of it is kept. */
  get isPassedOver(): boolean {
    return this.#gauge.excess !== undefined;
  }

  push(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MOST_PASSED_OVER) throw new Error(`a line of more than ${MOST_PASSED_OVER} bytes`);
    // The structural characters of JSON are single bytes, whatever the text between them.
    if (this.#head.length < MARGIN) this.#head = (this.#head + piece.toString('latin1', 0, MARGIN)).slice(0, MARGIN);
    if (this.#gauge.excess === undefined) {
      this.#gauge.push(piece.toString('latin1'));
      this.#kept.push(piece);
    }
    if (this.#gauge.excess === undefined) return;
    this.#kept = [];
    this.#tail = (this.#tail + piece.subarray(-MARGIN).toString('latin1')).slice(-MARGIN);
  }

  /** An error takes the place of the answer, once, as soon as it is known to be over the limits and which call it answers. */
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
