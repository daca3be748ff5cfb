/** Reads any list of messages. Each message is a record; the format says what becomes of it. */
import type { Json } from '@toolthread/core/json';
import type { Fate } from '../thread/fate.ts';
import type { SourceLine } from '../transcript/format-reader.ts';
import { messagesIn } from './messages-in.ts';
import { TellerReader } from '../thread/teller-reader.ts';

export interface MessageTeller {
  /** Writes what a message says. */
  tell(message: Json): Fate;
  end?(): void;
}

export class MessageListReader extends TellerReader<MessageTeller> {
  #messages = 0;

  record(source: SourceLine): void {
    const messages = messagesIn(source.value);
    const isLine = messages.length === 1 && messages[0] === source.value;
    for (const message of messages) {
      if (this.#messages === 0) this.thread.create({ format: this.format }, undefined);
      this.#messages += 1;
      const { fate, rule } = this.teller.tell(message);
      const place = isLine ? source : { line: this.#messages, byte: 0, value: message };
      this.thread.ledger.settle(place, fate, rule);
    }
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#messages, ...this.thread.calls.counts() };
  }
}
