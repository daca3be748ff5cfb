/** Our own ledger, one event a line: what was exported comes back as it was. */
import { parseEvent } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';

export const ledgerReader: FormatReader = {
  format: 'ledger',
  shape: 'lines',
  detect: ({ values }) => (values.some((one) => parseEvent(one).ok) ? 1 : 0),
  open: (writer) => new LedgerReader(writer),
};

/** This many events wait for one that is missing before them; then it counts as gone. */
const MOST_HELD = 20_000;

interface Held {
  readonly event: LedgerEvent;
  readonly line: SourceLine;
}

/** Law: events are told in the order of their numbers, whatever the order of their lines is, and what is missing is named. */
class LedgerReader implements RecordReader {
  readonly #writer: ImportWriter;
  /** Where each event of the file is here: a line that is none of ours, or is damaged, moves those after it. */
  readonly #places = new Map<number, number>();
  /** What each of them says. */
  readonly #said = new TextNumbers();
  /** Events whose turn has not come. */
  readonly #held = new Map<number, Held>();
  #next = 1;
  #line = 0;
  /** Lines since the last event that are not: they may be those that are missing. */
  #unread = 0;
  title: string | undefined;

  constructor(writer: ImportWriter) {
    this.#writer = writer;
  }

  record(line: SourceLine): void {
    this.#unread += Math.max(0, line.line - this.#line - 1);
    this.#line = line.line;
    const parsed = parseEvent(line.value);
    if (!parsed.ok) {
      this.#unread += 1;
      this.#writer.settle(line, 'hidden', `unknown:${parsed.reason}`);
      return;
    }
    const { event } = parsed;
    const isNew = this.#said.add(JSON.stringify(event));
    if (this.#places.has(event.seq) || this.#held.has(event.seq))
      return this.#writer.settle(line, 'hidden', isNew ? 'same-seq-other-words' : 'repeated-record');
    if (event.seq < this.#next) return this.#writer.settle(line, 'hidden', 'out-of-order');
    if (event.seq - this.#next > this.#unread) {
      this.#held.set(event.seq, { event, line });
      if (this.#held.size > MOST_HELD) this.release();
      return;
    }
    this.#take(event);
    for (let held = this.#held.get(this.#next); held !== undefined; held = this.#held.get(this.#next)) {
      this.#held.delete(this.#next);
      this.#take(held.event);
    }
  }

  #take(event: LedgerEvent): void {
    this.#next = event.seq + 1;
    this.#unread = 0;
    if (event.type === 'thread.created' || event.type === 'thread.renamed') this.title = event.title;
    this.#places.set(event.seq, this.#writer.written + 1);
    this.#writer.write(this.#draftOf(event), event.at);
  }

  release(): void {
    const held = [...this.#held.values()].sort((a, b) => a.event.seq - b.event.seq);
    this.#held.clear();
    for (const { event, line } of held) {
      const last = event.seq - 1;
      if (last === this.#next) this.#writer.damage(line, `event ${last} is missing`, '');
      if (last > this.#next) this.#writer.damage(line, `events ${this.#next} to ${last} are missing`, '');
      this.#take(event);
    }
  }

  /** A ledger says itself whether its thread is closed. */
  end(): void {
    this.release();
  }

  counts(): { readonly [name: string]: Json } {
    return { events: this.#places.size };
  }

  #draftOf({ v: _v, thread: _thread, seq: _seq, ...draft }: LedgerEvent): EventDraft {
    if (draft.type === 'thread.rewound') return { ...draft, to: this.#placeOf(draft.to) };
    if (draft.type === 'context.compacted') return { ...draft, replaces_to: this.#placeOf(draft.replaces_to) };
    if (draft.type === 'message.changed')
      return { ...draft, message: this.#places.get(draft.message) ?? draft.message };
    if (draft.type !== 'agent.step.started' || draft.built_from === undefined) return draft;
    return { ...draft, built_from: this.#placeOf(draft.built_from) };
  }

  /** The last place before the event that followed: what was lost between the two belongs to the first. */
  #placeOf(seq: number): number {
    const next = this.#places.get(seq + 1);
    return next === undefined ? (this.#places.get(seq) ?? Math.min(seq, this.#writer.written)) : next - 1;
  }
}
