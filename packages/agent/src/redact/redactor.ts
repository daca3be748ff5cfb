/**
 * Secrets that the server was given do not enter the ledger through a tool: not by its result, its error, nor by what it
 * shows while it runs. A text without secrets stays as it is, to the byte.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { ContentPart, Failure } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { plainText } from '@toolthread/core/text';
import type { Blobs } from '../blobs.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { redactJson } from './redact-json.ts';
import { PIECE, RedactedStream } from './redacted-stream.ts';
import { secretForms, SHORTEST } from './secrets/secret-forms.ts';
import type { SecretForms } from './secrets/secret-forms.ts';
import { WRITES_OVER } from './writes-over.ts';

/**
 * Keeps secrets out of what is written: each is marked, in whatever form it appears.
 *
 * @example
 * new Redactor(['hunter2-hunter2']).text('The key is hunter2-hunter2.').includes('hunter2'); //=> false
 */
export class Redactor {
  readonly #forms: SecretForms;
  /** For short texts: most of the cost of a stream is in creating it. */
  #own: RedactedStream | undefined;

  /** `new Redactor([apiKey]).text(output)`; the same list is worked out once. */
  constructor(secrets: readonly string[] = NONE) {
    this.#forms = secretForms(secrets);
  }

  /** A model sees the text as a terminal shows it, with lines overwritten: that holds no secret either. */
  text(text: string): string {
    if (this.#forms.isEmpty || text.length < SHORTEST) return text;
    const redacted = this.#marked(text);
    if (!WRITES_OVER.test(redacted)) return redacted;
    const read = plainText(redacted);
    const again = this.#marked(read);
    return again === read ? redacted : again;
  }

  /** The same for a long text, in pieces, so that it does not block the event loop. */
  async longText(text: string): Promise<string> {
    if (this.#forms.isEmpty || text.length <= PIECE) return this.text(text);
    const redacted = await this.#markedInPieces(text);
    if (!WRITES_OVER.test(redacted)) return redacted;
    let read = '';
    for (const lines of linesInPieces(redacted)) {
      read += plainText(lines);
      await setImmediate();
    }
    const again = await this.#markedInPieces(read);
    return again === read ? redacted : again;
  }

  /** The strings, numbers and names in a value. It works in pieces, so that a large value does not block the event loop. Rejects where `JSON.stringify` throws. */
  async json(value: Json): Promise<Json> {
    return this.#forms.isEmpty ? value : redactJson(value, this);
  }

  failure({ message, code }: Failure): Failure {
    return { message: this.text(message), ...(code === undefined ? {} : { code: this.text(code) }) };
  }

  /** `as` a terminal shows it: a letter may be written over by a later one. */
  stream(as: 'text' | 'terminal' = 'text'): RedactedStream {
    return new RedactedStream(this.#forms, as === 'terminal');
  }

  /** All but the structured result, which may be no JSON at all. */
  async words(value: ToolValue): Promise<ToolValue> {
    if (this.#forms.isEmpty) return value;
    const parts: ContentPart[] = [];
    for (const part of value.parts) parts.push(await this.part(part));
    return { ...value, parts, ...(value.error === undefined ? {} : { error: this.failure(value.error) }) };
  }

  /** A secret cannot be taken out of bytes: those that hold one are not kept. */
  blobs(blobs: Blobs | undefined): Blobs | undefined {
    if (blobs === undefined || this.#forms.isEmpty) return blobs;
    return {
      get: (hash) => blobs.get(hash),
      put: async (content) => blobs.put(await this.#harmless(content)),
      putAll: async (contents) => {
        for (const content of contents) await this.#harmless(content);
        return blobs.putAll(contents);
      },
    };
  }

  /** In pieces, so that a large value does not block the event loop, and without a second copy of it. */
  async isHeldBy(content: Uint8Array): Promise<boolean> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (await this.#isInPieces(bytes.length, (from, to) => bytes.toString('latin1', from, to))) return true;
    if (isAscii(bytes) || !isUtf8(bytes)) return false;
    // What nobody sees has several bytes: between the letters of a secret they are known as characters only.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    return this.#isInPieces(bytes.length, (from, to) => decoder.decode(bytes.subarray(from, to), { stream: true }));
  }

  async isIn(text: string): Promise<boolean> {
    return this.#isInPieces(text.length, (from, to) => text.slice(from, to));
  }

  async #isInPieces(length: number, piece: (from: number, to: number) => string): Promise<boolean> {
    if (this.#forms.isEmpty) return false;
    const stream = this.stream();
    for (let at = 0; at < length && !stream.hasFound; at += PIECE) {
      stream.push(piece(at, at + PIECE));
      if (at + PIECE < length) await setImmediate();
    }
    stream.end();
    return stream.hasFound;
  }

  async part(part: ContentPart): Promise<ContentPart> {
    switch (part.type) {
      case 'text':
        return { ...part, text: await this.longText(part.text) };
      case 'reference':
        return { ...part, name: this.text(part.name), ...(part.uri === undefined ? {} : { uri: this.text(part.uri) }) };
      case 'image':
      case 'file': {
        if (await this.#isSecret(part.source)) return { type: 'text', text: `(${part.type}: it holds a secret)` };
        const typed = { ...part, media_type: this.text(part.media_type) };
        return part.name === undefined ? typed : { ...typed, name: this.text(part.name) };
      }
      default:
        return part satisfies never;
    }
  }

  #marked(text: string): string {
    this.#own ??= this.stream('terminal');
    return this.#own.push(text) + this.#own.end();
  }

  async #markedInPieces(text: string): Promise<string> {
    if (text.length <= PIECE) return this.#marked(text);
    const stream = this.stream('terminal');
    const kept = new Kept(text);
    for (let at = 0; at < text.length; at += PIECE) {
      kept.take(stream.push(text.slice(at, at + PIECE)), stream.hasFound);
      await setImmediate();
    }
    kept.take(stream.end(), stream.hasFound);
    return kept.text();
  }

  async #harmless(content: Uint8Array): Promise<Uint8Array> {
    if (await this.isHeldBy(content)) throw new Error('It holds a secret, and was not kept.');
    return content;
  }

  async #isSecret(source: Extract<ContentPart, { type: 'file' }>['source']): Promise<boolean> {
    switch (source.kind) {
      case 'base64':
        return this.isIn(source.data);
      case 'url':
        return this.isIn(source.url);
      case 'blob':
        return this.isIn(source.hash);
      default:
        return source satisfies never;
    }
  }
}

/** What is shown of a long text: itself, and no second one, as long as nothing is found in it. */
class Kept {
  readonly #whole: string;
  #same = 0;
  #changed: string | undefined;

  constructor(whole: string) {
    this.#whole = whole;
  }

  take(shown: string, isChanged: boolean): void {
    if (isChanged) this.#changed = (this.#changed ?? this.#whole.slice(0, this.#same)) + shown;
    else this.#same += shown.length;
  }

  text(): string {
    return this.#changed ?? this.#whole;
  }
}

const NONE: readonly string[] = [];

/** Whole lines, so that each can be worked on by itself. */
function* linesInPieces(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from + PIECE);
    const to = end === -1 ? text.length : end + 1;
    yield text.slice(from, to);
    from = to;
  }
}
