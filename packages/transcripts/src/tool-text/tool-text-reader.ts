/** Stored chats that hold nothing but text, with calls written into it, in any form they ever had. */
import { readStoredText } from '@toolthread/core/blocks';
import type { StoredPart } from '@toolthread/core/blocks';
import { fieldsOf, isList, listOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { toldOnce } from '../message-list/told-once.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { hasCallsApart, hasToolText, readMessage } from './stored-message.ts';
import type { StoredMessage } from './stored-message.ts';

const UNKNOWN_TOOL = 'tool';

export const toolTextReader: FormatReader = {
  format: 'tool-text',
  shape: 'document',
  detect({ values: [first] }) {
    const messages = messagesOf(first ?? null);
    return messages.some(hasToolText) && !messages.some(hasCallsApart) ? 1 : 0;
  },
  open: (ledger) => new ToolTextReader(ledger),
};

function messagesOf(document: Json): readonly Json[] {
  return isList(document) ? document : listOf(fieldsOf(document)['messages']);
}

class ToolTextReader implements RecordReader {
  readonly #thread: ThreadWriter;
  #messages = 0;
  #told = 0;
  #orphans = 0;

  constructor(ledger: ImportWriter) {
    this.#thread = new ThreadWriter(ledger);
  }

  get title(): string | undefined {
    return this.#thread.title;
  }

  record({ value }: SourceLine): void {
    this.#thread.create({ format: 'tool-text' }, undefined);
    for (const { value: message, again } of toldOnce(messagesOf(value), 'other')) {
      this.#messages += 1;
      if (again === undefined) this.#told += 1;
      const { fate, rule } = again ?? this.#read(readMessage(message));
      this.#thread.ledger.settle({ line: this.#messages, byte: 0, value: message }, fate, rule);
    }
  }

  end(): void {
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#told, ...this.#thread.calls.counts(), orphanResults: this.#orphans };
  }

  #read(message: StoredMessage | undefined): Fate {
    if (message === undefined) return hidden('unknown:no-message');
    this.#thread.moveTo(message.at);
    if (message.author === 'system') return hidden('system');
    if (message.author === 'agent') {
      const parts = readStoredText(message.text, message.trace);
      if (parts.length === 0) return hidden('empty');
      this.#say(parts);
      return SHOWN;
    }
    const { name } = message.author;
    this.#thread.post([{ type: 'text', text: message.text }], name === undefined ? {} : { author: name });
    return SHOWN;
  }

  /** Words after a call were said when its result was known: they begin a step of their own. */
  #say(parts: readonly StoredPart[]): void {
    const thread = this.#thread;
    const lastBreak = parts.findLastIndex(({ kind }) => kind === 'break');
    thread.closeStep();
    parts.forEach((part, index) => {
      switch (part.kind) {
        case 'text': {
          const step = thread.step();
          const to = step.calls > 0 ? thread.startStep() : step;
          thread.part(to, { kind: 'text', text: part.text, ...(index < lastBreak ? { phase: 'commentary' } : {}) });
          break;
        }
        case 'tool':
          this.#call(part);
          break;
        case 'orphan':
          this.#orphans += 1;
          thread.result(`orphan-${this.#orphans}`, {
            outcome: 'done',
            ...(part.name === '' ? {} : { name: part.name }),
            parts: textParts(part.result),
          });
          break;
        case 'break':
          break;
        default:
          part satisfies never;
      }
    });
    thread.closeStep();
  }

  #call({ id, name, arguments: told, state, result }: Extract<StoredPart, { kind: 'tool' }>): void {
    const thread = this.#thread;
    const call = thread.call(thread.step(), {
      id,
      name: name === '' ? UNKNOWN_TOOL : name,
      // As it was shown: the text never had the bytes that the model wrote.
      arguments: told === '' ? '{}' : told,
    });
    if (state !== 'pending') thread.result(id ?? call, { outcome: state, parts: textParts(result) });
  }
}

function textParts(text: string | undefined): readonly { readonly type: 'text'; readonly text: string }[] {
  return text === undefined ? [] : [{ type: 'text', text }];
}
