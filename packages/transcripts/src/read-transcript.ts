import { foldAll } from '@toolthread/core';
import type { Account, LedgerEvent } from '@toolthread/core';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';
import type { Format } from './reader.ts';

export interface ReadTranscript {
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly events: readonly LedgerEvent[];
  readonly account: Account;
}

/** `readTranscript(await readFile(path), { path }).events` */
export function readTranscript(input: Uint8Array | string, options: TranscriptOptions = {}): ReadTranscript {
  const transcript = new Transcript(options);
  transcript.push(typeof input === 'string' ? new TextEncoder().encode(input) : input);
  transcript.end();
  const { format, title, events } = transcript;
  return { format, title, events, account: foldAll(events).account };
}
