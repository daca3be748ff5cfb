/** What readers share that write one thread, and whose format says in a teller what becomes of each record. */
import type { Json } from '@toolthread/core/json';
import type { Format, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import type { ImportWriter } from './import-writer.ts';
import { ThreadWriter } from './thread-writer.ts';

export abstract class TellerReader<Teller extends { end?(): void }> implements RecordReader {
  protected readonly thread: ThreadWriter;
  protected readonly format: Format;
  protected readonly teller: Teller;

  constructor(ledger: ImportWriter, format: Format, teller: (thread: ThreadWriter) => Teller) {
    this.thread = new ThreadWriter(ledger);
    this.format = format;
    this.teller = teller(this.thread);
  }

  get title(): string | undefined {
    return this.thread.title;
  }

  abstract record(source: SourceLine): void;
  abstract counts(): { readonly [name: string]: Json };

  end(): void {
    this.teller.end?.();
    this.thread.close();
  }
}
