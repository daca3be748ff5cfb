import type { Account, Json, LedgerEvent, ThreadState } from '@toolthread/core';
import type { Format } from './reader.ts';
import type { TranscriptOptions } from './transcript.ts';
export interface TranscriptTail {
  push(bytes: Uint8Array): void;
  /** Closes the thread: only now is an open call `lost`. */
  end(): void;
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  readonly account: Account;
  readonly state: ThreadState;
  /** What `inspect` prints. */
  readonly counts: {
    readonly [name: string]: Json;
  };
}
/** `const tail = tailTranscript(); tail.push(chunk); timeline(tail.state)` */
export declare function tailTranscript(options?: TranscriptOptions): TranscriptTail;
