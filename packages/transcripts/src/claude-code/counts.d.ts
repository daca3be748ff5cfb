import type { Json } from '@toolthread/core';
/** What `inspect` counts in a file, by the file's own records, whether or not they are shown. */
export declare class Counts {
  #private;
  readonly plain: {
    mixedResultText: number;
    errors: number;
    rejected: number;
    thinking: number;
    images: number;
    compactSummaries: number;
    sidechainRecords: number;
  };
  record(type: string, version: string | undefined): void;
  message(id: string): void;
  call(id: string): void;
  result(id: string): void;
  all(): {
    readonly [name: string]: Json;
  };
}
