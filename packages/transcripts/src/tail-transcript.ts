import { emptyThread, foldMany } from '@toolthread/core';
import type { Account, Json, LedgerEvent, ThreadState } from '@toolthread/core';
import { countsOf } from './counts-of.ts';
import { IMPORTED_THREAD } from './ledger-writer.ts';
import type { Format } from './reader.ts';
import { Transcript } from './transcript.ts';
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
  readonly counts: { readonly [name: string]: Json };
}

/** `const tail = tailTranscript(); tail.push(chunk); timeline(tail.state)` */
export function tailTranscript(options: TranscriptOptions = {}): TranscriptTail {
  const transcript = new Transcript(options);
  let state = emptyThread(IMPORTED_THREAD);
  let folded = 0;
  const current = (): ThreadState => {
    const fresh = transcript.events.slice(folded);
    folded += fresh.length;
    state = foldMany(state, fresh);
    return state;
  };
  return {
    push: (bytes) => transcript.push(bytes),
    end: () => transcript.end(),
    get format() {
      return transcript.format;
    },
    get title() {
      return transcript.title;
    },
    get events() {
      return transcript.events;
    },
    get account() {
      return current().account;
    },
    get state() {
      return current();
    },
    get counts() {
      return countsOf(transcript, current().account);
    },
  };
}
