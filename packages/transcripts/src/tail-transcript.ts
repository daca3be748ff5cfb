import { emptyThread, fold } from '@toolthread/core';
import type { Account, LedgerEvent, ThreadState } from '@toolthread/core';
import { IMPORTED_THREAD } from './ledger-writer.ts';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';

export interface TranscriptTail {
  push(bytes: Uint8Array): void;
  /** Closes the thread: only now is an open call `lost`. */
  end(): void;
  readonly events: readonly LedgerEvent[];
  readonly account: Account;
  readonly state: ThreadState;
}

/** `const tail = tailTranscript(); tail.push(chunk); timeline(tail.state)` */
export function tailTranscript(options: TranscriptOptions = {}): TranscriptTail {
  const transcript = new Transcript(options);
  let state = emptyThread(IMPORTED_THREAD);
  const current = (): ThreadState => {
    for (const event of transcript.events.slice(state.seq)) state = fold(state, event);
    return state;
  };
  return {
    push: (bytes) => transcript.push(bytes),
    end: () => transcript.end(),
    get events() {
      return transcript.events;
    },
    get account() {
      return current().account;
    },
    get state() {
      return current();
    },
  };
}
