/** Reads any list of messages. Each message is a record; the format says what becomes of it. */
import type { Json } from '@toolthread/core/json';
import type { Fate } from '../thread/fate.ts';
import type { SourceLine } from '../transcript/format-reader.ts';
import { messagesIn } from './messages-in.ts';
import { toldOnce } from './told-once.ts';
import type { SameId } from './told-once.ts';
import { TellerReader } from '../thread/teller-reader.ts';

export interface MessageTeller {
  /** Writes what a message says. */
  tell(message: Json): Fate;
  end?(): void;
  /** Without it, `other`. */
  readonly sameId?: SameId;
}

export class MessageListReader extends TellerReader<MessageTeller> {
  #messages = 0;
  #told = 0;

  record(source: SourceLine): void {
    const messages = messagesIn(source.value);
    const isLine = messages.length === 1 && messages[0] === source.value;
    for (const { value, state, again } of toldOnce(messages, this.teller.sameId ?? 'other')) {
      if (this.#messages === 0) this.thread.create({ format: this.format }, undefined);
      this.#messages += 1;
      if (again === undefined) this.#told += 1;
      const { fate, rule } = again ?? this.teller.tell(state);
      const place = isLine ? source : { line: this.#messages, byte: 0, value };
      this.thread.ledger.settle(place, fate, rule);
    }
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#told, ...this.thread.calls.counts() };
  }
}
