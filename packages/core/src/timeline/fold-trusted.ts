import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldParsed } from '../ledger/fold/fold.ts';
import { foldLate, keepStateLate, keepViewLate } from '../ledger/fold/rewind/fold-late.ts';
import { withTimeline } from './timeline.ts';
import type { Thread } from './timeline.ts';

/**
 * What folding events one by one gives, for events that need no check: `parseEvent` has passed them, or our own code has written
 * them. The threads between are not kept: one that a rewind may go back to is folded again when it is asked for. The events must not
 * change afterwards.
 *
 * @example
 * import { newThread, timeline } from '@toolthread/core';
 * timeline(foldTrusted(newThread('t1'), exampleEvents)).items.length; //=> 3
 */
export function foldTrusted(before: Thread, events: readonly LedgerEvent[]): Thread {
  return foldLate(before, events, (late) => {
    const keepState = keepStateLate(late, ({ state }) => state);
    const keepDrawn = keepViewLate(late, ({ drawn }) => drawn);
    return (thread, event) => withTimeline(thread, foldParsed(thread.state, event, keepState), keepDrawn);
  });
}
