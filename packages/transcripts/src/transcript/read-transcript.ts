import { foldTrusted, newThread } from '@toolthread/core';
import type { Account, LedgerEvent, Thread } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countsOf } from './counts-of.ts';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import type { Format } from './format-reader.ts';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';

/** A thread, folded when its state or its timeline is first asked for. */
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

/** What a transcript that has come to its end holds. */
export function readAs(transcript: Transcript): ReadTranscript {
  const { format, title, events } = transcript;
  let folded: Thread | undefined;
  const thread = (): Thread => (folded ??= foldTrusted(newThread(IMPORTED_THREAD), events));
  return {
    format,
    title,
    events,
    get state() {
      return thread().state;
    },
    get drawn() {
      return thread().drawn;
    },
    get account() {
      return thread().state.account;
    },
    get counts() {
      return countsOf(transcript, thread().state.account);
    },
  };
}
