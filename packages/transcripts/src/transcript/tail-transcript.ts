import { foldTrusted, newThread } from '@toolthread/core';
import type { Account, LedgerEvent, Thread } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countsOf } from './counts-of.ts';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import type { Format } from './format-reader.ts';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';

/** A thread that grows with the bytes of its file. */
export interface TranscriptTail extends Thread {
  push(bytes: Uint8Array): void;
  /** Closes the thread: only now is an open call `lost`. */
  end(): void;
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  readonly account: Account;
  /** What `inspect` prints. */
  readonly counts: { readonly [name: string]: Json };
}

/**
 * Reads a transcript that is still being written: push what came, and look at it at any time.
 *
 * @example
 * const tail = tailTranscript();
 * tail.push(new TextEncoder().encode('{"role":"user","content":"Hello"}\n{"role":"assist'));
 * tail.push(new TextEncoder().encode('ant","content":"Hello."}\n'));
 * tail.end();
 * tail.format; //=> 'openai'
 */
export function tailTranscript(options: TranscriptOptions = {}): TranscriptTail {
  const transcript = new Transcript(options);
  let thread = newThread(IMPORTED_THREAD);
  let folded = 0;
  const current = (): Thread => {
    const fresh = transcript.events.slice(folded);
    folded += fresh.length;
    thread = foldTrusted(thread, fresh);
    return thread;
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
      return current().state.account;
    },
    get state() {
      return current().state;
    },
    get drawn() {
      return current().drawn;
    },
    get counts() {
      return countsOf(transcript, current().state.account);
    },
  };
}
