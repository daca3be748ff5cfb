import type { Thread } from '@toolthread/core';
import { createContext, use } from 'react';
import type { Context } from 'react';

/** The items of messages that no step has read yet, each with the `seq` of its message: they can still be changed. */
export type UnreadMessages = ReadonlyMap<string, number>;

/**
 * The messages that can still be changed. The same as long as `state.queue.said` is.
 *
 * @example
 * unreadMessages(exampleThread).size; //=> 0
 */
export function unreadMessages({ state, drawn }: Thread): UnreadMessages {
  const { items, messagePlaces } = drawn.view;
  const unread = new Map<string, number>();
  for (const [seq] of state.queue.said.entries()) {
    const spot = messagePlaces.get(seq);
    // What was said to one participant alone is further in, and was not said on this page.
    const item = spot?.path.length === 0 ? items.at(spot.item) : undefined;
    if (item?.kind === 'message') unread.set(item.key, Number(seq));
  }
  return unread;
}

export interface MessageEdits {
  readonly unread: UnreadMessages;
  /** What was begun, by item: it outlives a look further up. */
  readonly drafts: Map<string, string>;
}

export const MessageEditsContext: Context<MessageEdits> = createContext<MessageEdits>({
  unread: new Map(),
  drafts: new Map(),
});

export function useMessageEdits(): MessageEdits {
  return use(MessageEditsContext);
}
