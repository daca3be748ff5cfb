/** A transcript that is being read: bytes in, ledger events out, the same however the bytes were cut. */
import type { Json, LedgerEvent } from '@toolthread/core';
import type { Format } from './reader.ts';
export interface TranscriptOptions {
  readonly format?: Format;
  readonly path?: string;
}
export declare class Transcript {
  #private;
  constructor(options: TranscriptOptions);
  get events(): readonly LedgerEvent[];
  get format(): Format | undefined;
  get title(): string | undefined;
  get concatenatedLines(): number;
  counts(): {
    readonly [name: string]: Json;
  };
  push(bytes: Uint8Array): void;
  end(): void;
}
