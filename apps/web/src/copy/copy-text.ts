/** What is copied, by the painters of the export. Loaded when somebody copies. */
import { itemEvents, timeline, writeLedger } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { aboutThread, markdownItems, textWriter, textWriters } from '@toolthread/transcripts/writers';
import { copiedItems } from './copied-items.ts';
import type { CopyWhat, ItemSpan } from './copied-items.ts';

export interface CopyChoice {
  /** The item in the timeline. */
  readonly index: number;
  readonly what: CopyWhat;
  readonly form: CopyForm;
}

/** `jsonl`: the events of it, one a line. */
export type CopyForm = 'text' | 'md' | 'jsonl';

/** `await copyText(thread, { index: 3, what: 'turn', form: 'md' }, read)`. `read` gives events from one to another; it throws if they are not available. */
export async function copyText(
  thread: Thread,
  { index, what, form }: CopyChoice,
  read: (from: number, to: number) => Promise<readonly LedgerEvent[]>,
): Promise<string> {
  const { items } = timeline(thread);
  const span = copiedItems(items, index, what);
  if (form === 'jsonl') {
    const { from, to } = what === 'thread' ? { from: 1, to: thread.state.seq } : eventsOf(thread, span);
    return writeLedger(await read(from, to));
  }
  if (what === 'thread') return textWriters[form]({ ...thread, events: [] });
  const chosen = items.toArray().slice(span.from, span.to);
  if (form === 'md') return `${[...markdownItems(chosen)].join('\n\n')}\n`;
  // Without what is above a whole thread.
  const nameless = { ...aboutThread(thread), ...NAMELESS };
  return `${[...textWriter(nameless).texts(chosen)].join('').trim()}\n`;
}

const NAMELESS = {
  title: undefined,
  format: undefined,
  parent: undefined,
  workspace: undefined,
  models: [],
  startedAt: undefined,
  endedAt: undefined,
};

/** From the first event of the first item to the last one before the item that follows. */
function eventsOf(thread: Thread, { from, to }: ItemSpan): { readonly from: number; readonly to: number } {
  const first = firstEvent(thread, from) ?? 1;
  for (let next = to; next < timeline(thread).items.length; next += 1) {
    const after = firstEvent(thread, next);
    // Items may share a step: then it belongs to both.
    if (after !== undefined && after > first) return { from: first, to: after - 1 };
  }
  return { from: first, to: thread.state.seq };
}

function firstEvent(thread: Thread, index: number): number | undefined {
  const { message, steps } = itemEvents(thread, index);
  return message ?? steps[0];
}
