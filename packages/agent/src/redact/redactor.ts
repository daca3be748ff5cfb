/**
 * Secrets that the server was given do not enter the ledger by a tool's mouth: not by its result, its error, nor by what it
 * shows while it runs. A text without secrets stays as it is, to the byte.
 */
import type { ContentPart, Failure, Json } from '@toolthread/core';
import type { Blobs } from '../blobs.ts';
import type { ToolValue } from '../tool.ts';
import { redactJson } from './redact-json.ts';
import { redactUpTo } from './redact-text.ts';
import { RedactedStream } from './redacted-stream.ts';
import { secretForms } from './secret-forms.ts';

export class Redactor {
  readonly #forms: readonly string[];

  /** `new Redactor([apiKey]).text(output)` */
  constructor(secrets: readonly string[] = []) {
    this.#forms = secretForms(secrets);
  }

  text(text: string): string {
    return redactUpTo(text, text.length, this.#forms, 0).text;
  }

  /** Its strings and the names in it. Throws where `JSON.stringify` does. */
  json(value: Json): Json {
    return this.#forms.length === 0 ? value : redactJson(value, (text) => this.text(text));
  }

  failure({ message, code }: Failure): Failure {
    return { message: this.text(message), ...(code === undefined ? {} : { code: this.text(code) }) };
  }

  stream(): RedactedStream {
    return new RedactedStream(this.#forms);
  }

  /** All but the structured result, which may be no JSON at all. */
  words(value: ToolValue): ToolValue {
    if (this.#forms.length === 0) return value;
    const parts = value.parts.map((part) => this.#part(part));
    return { ...value, parts, ...(value.error === undefined ? {} : { error: this.failure(value.error) }) };
  }

  /** Bytes cannot be mended: those that hold a secret are not kept. */
  blobs(blobs: Blobs | undefined): Blobs | undefined {
    if (blobs === undefined || this.#forms.length === 0) return blobs;
    return {
      get: (hash) => blobs.get(hash),
      put: async (content) => blobs.put(this.#harmless(content)),
      putAll: async (contents) => blobs.putAll(contents.map((content) => this.#harmless(content))),
    };
  }

  isHeldBy(content: Uint8Array): boolean {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return this.#forms.some((form) => bytes.includes(form));
  }

  #harmless(content: Uint8Array): Uint8Array {
    if (this.isHeldBy(content)) throw new Error('It holds a secret, and was not kept.');
    return content;
  }

  #part(part: ContentPart): ContentPart {
    switch (part.type) {
      case 'text':
        return { ...part, text: this.text(part.text) };
      case 'reference':
        return { ...part, name: this.text(part.name), ...(part.uri === undefined ? {} : { uri: this.text(part.uri) }) };
      case 'image':
      case 'file': {
        if (this.#isSecret(part.source)) return { type: 'text', text: `(${part.type}: it holds a secret)` };
        return part.name === undefined ? part : { ...part, name: this.text(part.name) };
      }
      default:
        return part satisfies never;
    }
  }

  #isSecret(source: Extract<ContentPart, { type: 'file' }>['source']): boolean {
    if (source.kind === 'blob') return false;
    const text = source.kind === 'base64' ? source.data : source.url;
    return this.#forms.some((form) => text.includes(form));
  }
}
