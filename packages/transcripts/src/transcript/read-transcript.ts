import { foldTrusted, newThread } from '@toolthread/core';
import type { Account, LedgerEvent, Thread } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countsOf } from './counts-of.ts';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import type { Format } from './format-reader.ts';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';

/** A thread, folded when its state or its timeline is asked for. */
export interface ReadTranscript extends Thread {
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  readonly account: Account;
  /** What `inspect` prints. */
  readonly counts: { readonly [name: string]: Json };
}

/**
 * Reads a whole transcript into events.
 *
 * @example
 * const text = '[{"role":"user","content":"Who uses the parser?"},{"role":"assistant","content":"Only the linter."}]';
 * const { format, events } = readTranscript(text);
 * format; //=> 'openai'
 * events.filter(({ type }) => type === 'message.posted').length; //=> 1
 */
export function readTranscript(input: Uint8Array | string, options: TranscriptOptions = {}): ReadTranscript {
  const transcript = new Transcript(options);
  transcript.push(typeof input === 'string' ? new TextEncoder().encode(input) : input);
  transcript.end();
  return readAs(transcript);
}

/** What a transcript holds by now. `before`: the thread of those of its events that were taken. */
export function readAs(transcript: Transcript, before: Thread = newThread(IMPORTED_THREAD)): ReadTranscript {
  let thread = before;
  let folded = 0;
  const current = (): Thread => {
    const fresh = folded === 0 ? transcript.events : transcript.events.slice(folded);
    folded += fresh.length;
    thread = foldTrusted(thread, fresh);
    return thread;
  };
  return {
    get format() {
      return transcript.format;
    },
    get title() {
      return transcript.title;
    },
    get events() {
      return transcript.events;
    },
    get state() {
      return current().state;
    },
    get drawn() {
      return current().drawn;
    },
    get account() {
      return current().state.account;
    },
    get counts() {
      return countsOf(transcript, current().state.account);
    },
  };
}
