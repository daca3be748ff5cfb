/** Our own ledger, one event a line: what was exported comes back as it was. */
import { parseEvent } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';

export const ledgerReader: FormatReader = {
  format: 'ledger',
  shape: 'lines',
  detect: ({ values }) => (values.some((one) => parseEvent(one).ok) ? 1 : 0),
  open: (writer) => new LedgerReader(writer),
};

class LedgerReader implements RecordReader {
  readonly #writer: ImportWriter;
  /** Where each event of the file stands here: a line that is none of ours, or is damaged, moves those after it. */
  readonly #places = new Map<number, number>();
  #last = 0;
  title: string | undefined;

  constructor(writer: ImportWriter) {
    this.#writer = writer;
  }

  record(line: SourceLine): void {
    const parsed = parseEvent(line.value);
    if (!parsed.ok) {
      this.#writer.settle(line, 'hidden', `unknown:${parsed.reason}`);
      return;
    }
    const { event } = parsed;
    if (event.seq <= this.#last) {
      this.#writer.settle(line, 'hidden', 'repeated-record');
      return;
    }
    this.#last = event.seq;
    if (event.type === 'thread.created' || event.type === 'thread.renamed') this.title = event.title;
    this.#places.set(event.seq, this.#writer.written + 1);
    this.#writer.write(this.#draftOf(event), event.at);
  }

  /** A ledger says itself whether its thread is closed. */
  end(): void {}

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
