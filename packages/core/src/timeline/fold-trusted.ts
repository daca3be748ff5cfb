import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldParsed } from '../ledger/fold/fold.ts';
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
  let start: Start = { thread: before, events };
  let thread = before;
  for (const [index, event] of events.entries()) {
    const from = start;
    const folded = foldParsed(thread.state, event, ({ seq }) => new Late(seq, from));
    thread = withTimeline(thread, folded, ({ seq }) => new Late(seq, from));
    // It went back to a thread that is there now: what comes next is folded again from here, not from the beginning.
    if (event.type === 'thread.rewound') start = { thread, events: events.slice(index + 1) };
  }
  return thread;
}

interface Start {
  readonly thread: Thread;
  readonly events: readonly LedgerEvent[];
}

/** The thread at a boundary, as its state and its timeline are kept. */
class Late {
  readonly seq: number;
  readonly #start: Start;
  #thread: Thread | undefined;

  constructor(seq: number, start: Start) {
    this.seq = seq;
    this.#start = start;
  }

  get state(): Thread['state'] {
    return this.#now().state;
  }

  get view(): Thread['drawn']['view'] {
    return this.#now().drawn.view;
  }

  get kept(): Thread['drawn']['kept'] {
    return this.#now().drawn.kept;
  }

  #now(): Thread {
    if (this.#thread !== undefined) return this.#thread;
    let { thread } = this.#start;
    for (const event of this.#start.events) {
      if (event.seq > this.seq) break;
      thread = withTimeline(thread, foldParsed(thread.state, event));
    }
    this.#thread = thread;
    return thread;
  }
}
