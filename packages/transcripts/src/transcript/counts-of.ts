import { malformedLines, malformedReasons } from '@toolthread/core/queries';
import type { Account } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import type { Format } from './format-reader.ts';

/** What a transcript knows of itself when it was read. */
export interface Counted {
  readonly format: Format | undefined;
  readonly concatenatedLines: number;
  counts(): { readonly [name: string]: Json };
}

/** The account and what the format's reader counted, under the names that `inspect` prints. */
export function countsOf(transcript: Counted, account: Account): { readonly [name: string]: Json } {
  const { records, shown, folded, hidden, malformed } = account;
  return {
    format: transcript.format ?? null,
    records,
    malformedLines: malformedLines(account),
    ...(malformed.length === 0 ? {} : { malformed: Object.fromEntries(malformedReasons(account)) }),
    concatenatedLines: transcript.concatenatedLines,
    ...transcript.counts(),
    shown,
    folded,
    hidden: Object.fromEntries([...hidden.entries()].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
