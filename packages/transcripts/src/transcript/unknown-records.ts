import type { Json } from '@toolthread/core/json';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { RecordReader, SourceLine } from './format-reader.ts';

/** A file that no reader knows: its records are counted, and each can be looked at as it is ([L4]). */
export class UnknownRecords implements RecordReader {
  readonly title: undefined = undefined;
  readonly #writer: ImportWriter;

  constructor(writer: ImportWriter) {
    this.#writer = writer;
  }

  record(line: SourceLine): void {
    this.#writer.settle(line, 'hidden', 'unknown:format');
  }

  end(): void {
    this.#writer.write({ type: 'thread.closed' });
  }

  counts(): { readonly [name: string]: Json } {
    return {};
  }
}
