/** Gemini CLI's chats: one JSON document in older versions, then lines that add a message, tell it anew, or take some back. */
import type { Json } from '@toolthread/core';
import { CallCounts } from '../call-counts.ts';
import { fieldsOf, isFields, listOf, textIn, timeIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { FOLDED, hidden } from '../fate.ts';
import type { Fate } from '../fate.ts';
import type { FormatReader, LedgerWriter, RecordReader, SourceLine } from '../reader.ts';
import { Tally } from '../tally.ts';
import { ThreadWriter } from '../thread-writer.ts';
import { Messages } from './messages.ts';

export const geminiReader: FormatReader = {
  format: 'gemini',
  shape: 'either',
  detect(first) {
    const [head, next] = first.map(fieldsOf);
    if (head === undefined || textIn(head, 'sessionId') === undefined || head['type'] !== undefined) return 0;
    if (textIn(head, 'projectHash') !== undefined) return 1;
    if (head['startTime'] === undefined && !Array.isArray(head['messages'])) return 0;
    return next === undefined || isMessage(next) ? 0.8 : 0;
  },
  open: (ledger) => new GeminiReader(ledger),
};

class GeminiReader implements RecordReader {
  readonly #ledger: LedgerWriter;
  readonly #thread: ThreadWriter;
  readonly #messages: Messages;
  #created = false;

  constructor(ledger: LedgerWriter) {
    this.#ledger = ledger;
    this.#thread = new ThreadWriter(ledger);
    this.#messages = new Messages(this.#thread);
  }

  get title(): string | undefined {
    return this.#thread.title;
  }

  record(source: SourceLine): void {
    const record = fieldsOf(source.value);
    const isDocument = !this.#created && Array.isArray(record['messages']);
    if (!this.#created) this.#create(record);
    if (isDocument) return this.#readDocument(record);
    const { fate, rule } = this.#read(record, source.value);
    return this.#ledger.account(source, fate, rule);
  }

  end(): void {
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    const statuses = new Tally();
    const calls = new CallCounts();
    const messages = this.#messages.all();
    for (const call of messages.flatMap((message) => listOf(message['toolCalls'])).map(fieldsOf)) {
      const id = textIn(call, 'id') ?? '';
      statuses.add(textIn(call, 'status') ?? 'none');
      calls.call(id);
      if (Array.isArray(call['result'])) calls.result(id);
    }
    const { errors = 0 } = this.#thread.calls.counts();
    return { messages: messages.length, toolStatuses: statuses.all(), ...calls.all(), errors };
  }

  #create(head: Fields): void {
    this.#created = true;
    const session = textIn(head, 'sessionId');
    this.#thread.moveTo(timeIn(head, 'startTime'));
    this.#thread.create(session === undefined ? { format: 'gemini' } : { format: 'gemini', session }, undefined);
  }

  #readDocument(document: Fields): void {
    this.#thread.name(textIn(document, 'summary'));
    this.#ledger.account({ line: 1, byte: 0, value: document['sessionId'] ?? null }, 'folded');
    listOf(document['messages']).forEach((value, index) => {
      const { fate, rule } = this.#messages.take(fieldsOf(value));
      this.#ledger.account({ line: index + 2, byte: 0, value }, fate, rule);
    });
  }

  #read(record: Fields, value: Json): Fate {
    if (isMessage(record)) return this.#messages.take(record);
    const back = textIn(record, '$rewindTo');
    if (back !== undefined) return this.#messages.rewindTo(back);
    if (isFields(record['$set'])) return this.#set(record['$set']);
    if (textIn(record, 'sessionId') !== undefined) return FOLDED;
    return hidden(`unknown:${textIn(record, 'type') ?? (isFields(value) ? 'none' : 'no-object')}`);
  }

  #set(changed: Fields): Fate {
    this.#thread.name(textIn(changed, 'summary'));
    if (!Array.isArray(changed['messages'])) return FOLDED;
    return this.#messages.replaceAll(listOf(changed['messages']).map(fieldsOf));
  }
}

/** Kinds of messages that are new have an id too. */
function isMessage(record: Fields): boolean {
  return textIn(record, 'type') !== undefined && textIn(record, 'id') !== undefined;
}
