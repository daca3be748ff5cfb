import { timeline, writeLedger } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { writeMarkdown } from './write-markdown.ts';

/** A thread as it was read: its events, and what they fold to. */
export interface WritableThread extends Thread {
  readonly events: readonly LedgerEvent[];
}

/** Forms that need nothing but the ledger, by the name an export has: `textWriters.md(thread)`. */
export const textWriters: { readonly [form in 'jsonl' | 'md' | 'text']: (thread: WritableThread) => string } = {
  jsonl: ({ events }) => writeLedger(events),
  md: writeMarkdown,
  text: (thread) => `${renderText(timeline(thread), { form: 'blocks' }).trimEnd()}\n`,
};
