import { foldThread, newThread, threadOf } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { beginsWith } from './begins-with.ts';

/** The thread of a list of events that grows: what was folded is not folded again. */
export class FoldedEvents {
  #events: readonly LedgerEvent[] = [];
  #thread: Thread = newThread('');

  /** `events`: all of them, the newest last. */
  thread(events: readonly LedgerEvent[]): Thread {
    const known = this.#events;
    if (beginsWith(events, known)) {
      for (const event of events.slice(known.length)) this.#thread = foldThread(this.#thread, event);
    } else this.#thread = threadOf(events);
    this.#events = events;
    return this.#thread;
  }
}
