import { versionsOf } from '@toolthread/core/queries';
import type { Thread } from '@toolthread/core';

/** The versions of a message: the last event of each, undefined for the one that counts now; and which of them is looked at. */
export interface ItemVersions {
  readonly ends: readonly (number | undefined)[];
  readonly shown: number;
}

/** Under this key: versions at the end, where nothing was said since the rewind. */
export const AT_END = 'end';

/**
 * The versions of the messages of a thread, by the key of the item. The same as long as `state.rewinds` and the number of messages are.
 *
 * @example
 * itemVersions(exampleThread).size; //=> 0
 */
export function itemVersions(thread: Thread): ReadonlyMap<string, ItemVersions> {
  const found = new Map<string, ItemVersions>();
  for (const { message, ends } of versionsOf(thread.state)) {
    const key = messageItemKey(thread, message);
    if (key !== undefined) found.set(key, { ends: [...ends, undefined], shown: ends.length });
  }
  return found;
}

/**
 * The key under which `itemVersions` has the versions of a message: that of its item, by the `seq` of its event. Undefined if it is in no item of the
 * thread's own; without a message, where nothing was said since a rewind, it is `end`.
 *
 * @example
 * messageItemKey(exampleThread, 2); //=> '0'
 */
export function messageItemKey({ drawn }: Thread, message: number | undefined): string | undefined {
  if (message === undefined) return AT_END;
  const spot = drawn.view.messagePlaces.get(String(message));
  return spot?.path.length === 0 ? String(spot.item) : undefined;
}
