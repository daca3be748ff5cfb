/** Reads any list of messages. Each message is a record; the format says what becomes of it. */
import type { Json } from '@toolthread/core/json';
import type { Fate } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { Format, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { messagesIn } from './messages-in.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';

export interface MessageTeller {
  /** Writes what a message says. */
  tell(message: Json): Fate;
  end?(): void;
}

export class MessageListReader implements RecordReader {
  readonly #thread: ThreadWriter;
  readonly #format: Format;
  readonly #teller: MessageTeller;
  #messages = 0;

  constructor(ledger: ImportWriter, format: Format, teller: (thread: ThreadWriter) => MessageTeller) {
    this.#thread = new ThreadWriter(ledger);
    this.#format = format;
    this.#teller = teller(this.#thread);
  }

  get title(): string | undefined {
    return this.#thread.title;
  }

  record(source: SourceLine): void {
    const messages = messagesIn(source.value);
    const isLine = messages.length === 1 && messages[0] === source.value;
    for (const message of messages) {
      if (this.#messages === 0) this.#thread.create({ format: this.#format }, undefined);
      this.#messages += 1;
      const { fate, rule } = this.#teller.tell(message);
      const place = isLine ? source : { line: this.#messages, byte: 0, value: message };
      this.#thread.ledger.settle(place, fate, rule);
    }
  }

  end(): void {
    this.#teller.end?.();
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#messages, ...this.#thread.calls.counts() };
  }
}
