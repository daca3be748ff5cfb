import type { Json } from '@toolthread/core';
import type { LedgerWriter, RecordReader, SourceLine } from './reader.ts';

/** A file that no reader knows: its records are counted, and each can be looked at as it is ([L4]). */
export class UnknownRecords implements RecordReader {
  readonly title: undefined = undefined;
  readonly #writer: LedgerWriter;

  constructor(writer: LedgerWriter) {
    this.#writer = writer;
  }

  record(line: SourceLine): void {
    this.#writer.account(line, 'hidden', 'unknown:format');
  }

  end(): void {
    this.#writer.write({ type: 'thread.closed' });
  }

  counts(): { readonly [name: string]: Json } {
    return {};
  }
}
