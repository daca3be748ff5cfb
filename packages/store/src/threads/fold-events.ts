import { type LedgerEvent } from '@toolthread/core';
import { foldListedPageSteps, foldListedSteps, type ListedThread, newListedThread } from '@toolthread/core/summary';
import type { Queryable } from '../sql/database.ts';
import { readStored } from '../events/read-events.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { done, type Result } from '../result.ts';
import { inTurns } from '../in-turns.ts';
import { eventLoop } from '../turns.ts';

/** A thread, folded up to event `seq`. */
export interface Folded {
  /** The last event taken. A value that this version does not know as an event is taken, too, and the state does not count it. */
  readonly seq: number;
  /** How many events had been purged: what was folded before another one was holds what is gone. */
  readonly purges: number;
  /** How long its events are as text. The state holds their words, so this is about what it takes in the memory. */
  readonly letters: number;
  readonly thread: ListedThread;
}

export function nothingFolded(thread: string, purges = 0): Folded {
  return { seq: 0, purges, letters: 0, thread: newListedThread(thread) };
}

/** Few enough that reading or folding them, with its garbage collection, does not block the event loop, which runs before each. */
const PAGE = 100;

/** `await foldEvents(database, 't1', before)`: with all events after `before`. */
export async function foldEvents(reader: Queryable, thread: string, before: Folded): Promise<Result<Folded>> {
  let folded = before;
  for (;;) {
    await eventLoop.next();
    const page = await readStored(reader, thread, { after: folded.seq, limit: PAGE });
    if (!page.ok) return page;
    if (page.value.length === 0) return done(folded);
    await eventLoop.next();
    folded = {
      ...folded,
      seq: folded.seq + page.value.length,
      letters: folded.letters + lettersIn(page.value),
      thread: await foldPage(
        folded.thread,
        page.value.map(({ event }) => event),
      ),
    };
  }
}

/** `lettersIn([{ event, body: '{}' }])` is 2. */
export function lettersIn(stored: readonly StoredEvent[]): number {
  return stored.reduce((letters, { body }) => letters + body.length, 0);
}

/** A thread kept for a rewind takes as much memory as some eight events. */
const EVENTS_KEPT = 8;

/** Where steps are short, keeping the events costs less than keeping the thread at every step. An end that settles all that is open has turns of its own. */
async function foldPage(before: ListedThread, events: readonly LedgerEvent[]): Promise<ListedThread> {
  const steps = events.filter(({ type }) => type === 'agent.step.started' || type === 'message.posted').length;
  const isClosed = events.some(({ type }) => type === 'thread.closed');
  if (steps * EVENTS_KEPT > events.length && !isClosed) return inTurns(foldListedPageSteps(before, events));
  let thread = before;
  for (const event of events) thread = await inTurns(foldListedSteps(thread, event));
  return thread;
}
