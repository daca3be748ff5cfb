import type { Account } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import type { Transcript } from './transcript.ts';

/** The account and what the format's reader counted, under the names that `inspect` prints. */
export function countsOf(transcript: Transcript, account: Account): { readonly [name: string]: Json } {
  const { records, shown, folded, hidden, malformed } = account;
  const lines = new Set(Array.from(malformed, ({ line }) => line));
  return {
    format: transcript.format ?? null,
    records,
    malformedLines: lines.size,
    concatenatedLines: transcript.concatenatedLines,
    ...transcript.counts(),
    shown,
    folded,
    hidden: Object.fromEntries([...hidden.entries()].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
