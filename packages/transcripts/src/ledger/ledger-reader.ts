/** Our own ledger, one event a line: what was exported comes back as it was. */
import { parseEvent } from '@toolthread/core';
import type { EventDraft, Json, LedgerEvent } from '@toolthread/core';
import type { FormatReader, LedgerWriter, RecordReader, SourceLine } from '../reader.ts';

export const ledgerReader: FormatReader = {
  format: 'ledger',
  shape: 'lines',
  detect: (first) => (parseEvent(first[0]).ok ? 1 : 0),
  open: (writer) => new LedgerReader(writer),
};

class LedgerReader implements RecordReader {
  readonly #writer: LedgerWriter;
  #events = 0;
  title: string | undefined;

  constructor(writer: LedgerWriter) {
    this.#writer = writer;
  }

  record(line: SourceLine): void {
    const parsed = parseEvent(line.value);
    if (!parsed.ok) {
      this.#writer.account(line, 'hidden', `unknown:${parsed.reason}`);
      return;
    }
    this.#events += 1;
    if (parsed.event.type === 'thread.created' || parsed.event.type === 'thread.renamed')
      this.title = parsed.event.title;
    this.#writer.write(draftOf(parsed.event));
  }

  /** A ledger says itself whether its thread is closed. */
  end(): void {}

  counts(): { readonly [name: string]: Json } {
    return { events: this.#events };
  }
}

function draftOf({ v: _v, thread: _thread, seq: _seq, ...draft }: LedgerEvent): EventDraft {
  return draft;
}
