/** A thread as Markdown, text or JSON lines. It needs no reader and no Node. */
import { timeline, writeLedger } from '@toolthread/core';
import type { Item, LedgerEvent, Thread } from '@toolthread/core';
import { BlocksWriter } from '@toolthread/core/blocks';
import type { BlocksOptions } from '@toolthread/core/blocks';
import { aboutThread, aboutWords, timeText } from './about.ts';
import type { About } from './about.ts';
import { markdownHead, markdownItems } from './markdown-items.ts';

export { aboutThread, aboutWords, timeText } from './about.ts';
export type { About } from './about.ts';
export { dayOf } from './day-of.ts';
export { markdownHead, markdownItems } from './markdown-items.ts';

/** A thread as it was read: its events, and what they fold to. */
export interface WritableThread extends Thread {
  readonly events: readonly LedgerEvent[];
}

/** Forms that need nothing but the ledger, by the name an export has: `textWriters.md(thread)`. */
export const textWriters: { readonly [form in 'jsonl' | 'md' | 'text']: (thread: WritableThread) => string } = {
  jsonl: ({ events }) => writeLedger(events),
  md: (thread) => `${[...markdownHead(aboutThread(thread)), ...markdownItems(timeline(thread).items)].join('\n\n')}\n`,
  text: (thread) => `${[...textWriter(aboutThread(thread)).texts(timeline(thread).items)].join('').trimEnd()}\n`,
};

/**
 * Writes items as words with `<tool>` blocks, in pieces of text, one list after the other; above the first one the title, and whose
 * session it is.
 * `whole`: nothing is cut or left out; `plain`: every word as it was said, for people to read and not to be parsed.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * import { aboutThread } from '@toolthread/transcripts';
 * [...textWriter(aboutThread(exampleThread), { whole: true }).texts(timeline(exampleThread).items)].join('').startsWith('Parser'); //=> true
 */
export function textWriter(
  about: About,
  options: Pick<BlocksOptions, 'whole' | 'plain'> = {},
): { texts(items: Iterable<Item>): Iterable<string> } {
  const writer = new BlocksWriter({ ...options, when: timeText });
  let head = writer.say([about.title ?? '', aboutWords(about).join(' · ')].filter((line) => line !== '').join('\n'));
  return {
    *texts(items) {
      yield head;
      head = '';
      yield* writer.texts(items);
    },
  };
}
