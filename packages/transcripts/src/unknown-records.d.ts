import type { Json } from '@toolthread/core';
import type { LedgerWriter, RecordReader, SourceLine } from './reader.ts';
/** A file that no reader knows: its records are counted, and each can be looked at as it is ([L4]). */
export declare class UnknownRecords implements RecordReader {
  #private;
  readonly title: undefined;
  constructor(writer: LedgerWriter);
  record(line: SourceLine): void;
  end(): void;
  counts(): {
    readonly [name: string]: Json;
  };
}
