import { emptyThread } from '../ledger/fold/empty-thread.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { fold } from '../ledger/fold/fold.ts';
import type { Folded } from '../ledger/fold/fold.ts';
import { rewindable, takeFacts } from '../ledger/fold/rewind/rewindable.ts';
import type { KeepView, Rewindable } from '../ledger/fold/rewind/rewindable.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { parseEvent } from '../ledger/check/parse-event.ts';
import { PersistentMap } from '../structure/persistent-map.ts';
import { Vector } from '../structure/vector.ts';
import type { Timeline, TimelineState } from './item.ts';
import { NO_PAST } from './place/past-texts.ts';
import { placeFact } from './place/place-fact.ts';

/** A thread as a page holds it: its state, and what is seen of it. */
export interface Thread {
  readonly state: ThreadState;
  readonly drawn: Rewindable<TimelineState>;
}

const NOTHING: Rewindable<TimelineState> = rewindable({
  items: Vector.empty(),
  lanes: PersistentMap.empty(),
  places: PersistentMap.empty(),
  messagePlaces: PersistentMap.empty(),
  requestPlaces: PersistentMap.empty(),
  orphanPlaces: PersistentMap.empty(),
  changePlaces: PersistentMap.empty(),
  past: NO_PAST,
});

/**
 * A thread before its first event, with its timeline.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * timeline(newThread('t1')).items.length; //=> 0
 */
export function newThread(id: string): Thread {
  return { state: emptyThread(id), drawn: NOTHING };
}

/**
 * The thread after one more event, timeline included.
 *
 * @example
 * import { newThread, timeline } from '@toolthread/core';
 * let thread = newThread('t1');
 * for (const event of exampleEvents) thread = foldThread(thread, event);
 * timeline(thread).items.length; //=> 3
 */
export function foldThread(thread: Thread, event: LedgerEvent): Thread {
  return withTimeline(thread, fold(thread.state, event));
}

/**
 * The thread of a whole ledger, with its timeline. The first value that is an event says which thread it is.
 *
 * @example
 * threadOf(exampleEvents).state.title; //=> 'Parser'
 */
export function threadOf(events: Iterable<LedgerEvent>): Thread {
  const all = [...events];
  const first = all.find((event) => parseEvent(event).ok);
  return all.reduce(foldThread, newThread(first?.thread ?? ''));
}

/**
 * What a person sees of a thread. It is kept up to date, so this costs nothing.
 *
 * @example
 * Array.from(timeline(exampleThread).items, ({ kind }) => kind); //=> ['message', 'group', 'answer']
 */
export function timeline({ drawn }: Pick<Thread, 'drawn'>): Timeline {
  return drawn.view;
}

/** The timeline takes what was folded. */
export function withTimeline(before: Thread, folded: Folded, keep?: KeepView<TimelineState>): Thread {
  return { state: folded.state, drawn: takeFacts(before.drawn, folded, placeFact, keep) };
}
