import type { Account, Json, LedgerEvent, ThreadState } from '@toolthread/core';
import type { Format } from './reader.ts';
import type { TranscriptOptions } from './transcript.ts';
export interface ReadTranscript {
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  /** The events folded, once, when it is first asked for. */
  readonly state: ThreadState;
  readonly account: Account;
  /** What `inspect` prints. */
  readonly counts: {
    readonly [name: string]: Json;
  };
}
/** `readTranscript(await readFile(path), { path }).events` */
export declare function readTranscript(input: Uint8Array | string, options?: TranscriptOptions): ReadTranscript;
