/** Gemini CLI's chats: one JSON document in older versions, in newer ones lines that add a message, replace it, or remove some. */
import { fieldsOf, isJsonObject, isList, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { CallCounts } from '../thread/call-counts.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { FOLDED, hidden } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { toldOnce } from '../message-list/told-once.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { Tally } from '../thread/tally.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { Messages } from './messages.ts';

export const geminiReader: FormatReader = {
  format: 'gemini',
  shape: 'either',
  place: '.gemini/tmp',
  again: 'counts',
  detect({ records }) {
    const heads = records.filter(({ sessionId, type }) => textOf(sessionId) !== undefined && type === undefined);
    if (heads.some((head) => textOf(head['projectHash']) !== undefined)) return 1;
    if (records.some((record) => isMessage(record) && isAnswer(record))) return 0.95;
    const begins = heads.some((head) => head['startTime'] !== undefined || Array.isArray(head['messages']));
    const isChat = records.every((record) => heads.includes(record) || isMessage(record) || isChange(record));
    return begins && isChat ? 0.8 : 0;
  },
  open: (ledger) => new GeminiReader(ledger),
};

class GeminiReader implements RecordReader {
  readonly #ledger: ImportWriter;
  readonly #thread: ThreadWriter;
  readonly #messages: Messages;
  #created = false;

  constructor(ledger: ImportWriter) {
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
    return this.#ledger.settle(source, fate, rule);
  }

  end(): void {
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    const statuses = new Tally();
    const calls = new CallCounts();
    const messages = this.#messages.all();
    for (const call of messages.flatMap((message) => listOf(message['toolCalls'])).map((one) => fieldsOf(one))) {
      const id = textOf(call['id']) ?? '';
      statuses.add(textOf(call['status']) ?? 'none');
      calls.call(id);
      if (Array.isArray(call['result'])) calls.result(id);
    }
    const { errors = 0 } = this.#thread.calls.counts();
    return { messages: messages.length, toolStatuses: statuses.all(), ...calls.all(), errors };
  }

  #create(head: JsonFields): void {
    this.#created = true;
    const session = textOf(head['sessionId']);
    this.#thread.moveTo(timeOf(head['startTime']));
    this.#thread.create(session === undefined ? { format: 'gemini' } : { format: 'gemini', session }, undefined);
  }

  #readDocument(document: JsonFields): void {
    this.#thread.name(textOf(document['summary']));
    this.#ledger.settle({ line: 1, byte: 0, value: wholeRecord({ ...document, messages: undefined }) }, 'folded');
    toldOnce(listOf(document['messages']), 'newer').forEach(({ value, state, again }, index) => {
      const { fate, rule } = again ?? this.#messages.take(fieldsOf(state));
      this.#ledger.settle({ line: index + 2, byte: 0, value }, fate, rule);
    });
  }

  #read(record: JsonFields, value: Json): Fate {
    if (isMessage(record)) return this.#messages.take(record);
    const back = textOf(record['$rewindTo']);
    if (back !== undefined) return this.#messages.rewindTo(back);
    if (isJsonObject(record['$set'])) return this.#set(record['$set']);
    if (textOf(record['sessionId']) !== undefined) return FOLDED;
    return hidden(`unknown:${textOf(record['type']) ?? (isJsonObject(value) ? 'none' : 'no-object')}`);
  }

  #set(changed: JsonFields): Fate {
    this.#thread.name(textOf(changed['summary']));
    const { messages } = changed;
    if (!isList(messages)) return FOLDED;
    return this.#messages.replaceAll(messages.map((one) => fieldsOf(one)));
  }
}

/** Kinds of messages that are new have an id too. */
function isMessage(record: JsonFields): boolean {
  return textOf(record['type']) !== undefined && textOf(record['id']) !== undefined;
}

function isAnswer({ type, timestamp }: JsonFields): boolean {
  return type === 'gemini' && textOf(timestamp) !== undefined;
}

function isChange(record: JsonFields): boolean {
  return record['$set'] !== undefined || record['$rewindTo'] !== undefined;
}
