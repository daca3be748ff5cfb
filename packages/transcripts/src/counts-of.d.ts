import type { Account, Json } from '@toolthread/core';
import type { Transcript } from './transcript.ts';
/** The account and what the format's reader counted, under the names that `inspect` prints. */
export declare function countsOf(
  transcript: Transcript,
  account: Account,
): {
  readonly [name: string]: Json;
};
