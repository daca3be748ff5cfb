import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { SourceRecord } from '@toolthread/core/events';
import type { Json } from '@toolthread/core/json';
import { CallCounts } from '../thread/call-counts.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { Format, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { messagesIn } from './messages-in.ts';
import { titleOf } from '../thread/title-of.ts';

/** A list that core turns into a ledger: its events, and its account of every record, are copied ([L4]). */
export class ListImport implements RecordReader {
  readonly #ledger: ImportWriter;
  readonly #format: Format;
  readonly #read: (list: readonly Json[]) => readonly LedgerEvent[];
  readonly #calls = new CallCounts();
  #messages = 0;
  #errors = 0;
  title: string | undefined;

  constructor(ledger: ImportWriter, format: Format, read: (list: readonly Json[]) => readonly LedgerEvent[]) {
    this.#ledger = ledger;
    this.#format = format;
    this.#read = read;
  }

  record({ value }: SourceLine): void {
    const messages = messagesIn(value);
    this.#messages += messages.length;
    for (const event of this.#read(messages)) {
      this.#count(event);
      if (event.type === 'source.record') this.#settle(event, messages[event.line - 1] ?? null);
      else this.#ledger.write(this.#draftOf(event), event.at);
    }
  }

  /** Here, unlike in core, a record may be kept beside its fate. */
  #settle({ at, line, byte, fate, rule }: SourceRecord, value: Json): void {
    this.#ledger.moveTo(at);
    if (fate === 'malformed') this.#ledger.damage({ line, byte }, rule ?? fate, JSON.stringify(value));
    else this.#ledger.settlePart({ line, byte, value }, fate, rule);
  }

  end(): void {
    if (this.title !== undefined) this.#ledger.write({ type: 'thread.renamed', title: this.title });
    this.#ledger.write({ type: 'thread.closed' });
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#messages, ...this.#calls.all(), errors: this.#errors };
  }

  #draftOf({ v: _v, thread: _thread, seq: _seq, ...draft }: LedgerEvent): EventDraft {
    return draft.type === 'thread.created' ? { ...draft, source: { format: this.#format } } : draft;
  }

  #count(event: LedgerEvent): void {
    if (event.type === 'message.posted') {
      const [first] = event.parts;
      if (first?.type === 'text' && event.author === '@human') this.title ??= titleOf(first.text);
    }
    if (event.type === 'agent.tool.called') this.#calls.call(`${event.step} ${event.call ?? ''}`);
    if (event.type !== 'agent.tool.completed') return;
    if (event.outcome !== 'lost') this.#calls.result(`${event.step ?? ''} ${event.call ?? event.seq}`);
    if (event.outcome === 'failed') this.#errors += 1;
  }
}
