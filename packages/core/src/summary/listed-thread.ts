import { atOnce } from '../ledger/at-once.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldSteps } from '../ledger/fold/fold.ts';
import { foldLate, foldLateSteps, keepStateLate, keepViewLate } from '../ledger/fold/rewind/fold-late.ts';
import type { Folding, LateAt } from '../ledger/fold/rewind/fold-late.ts';
import { rewindable } from '../ledger/fold/rewind/rewindable.ts';
import type { Rewindable } from '../ledger/fold/rewind/rewindable.ts';
import { takeInPieces } from '../ledger/fold/take-in-pieces.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { Vector } from '../structure/vector.ts';
import type { Item, TimelineState } from '../timeline/item.ts';
import { placeFact } from '../timeline/place/place-fact.ts';
import { newThread } from '../timeline/timeline.ts';
import { type CallCounts, countFact, NO_CALLS } from './call-counts.ts';
import { noteFact, NOTHING_PENDING, type Pending } from './pending.ts';
import { Withholding } from './withholding.ts';

/** A version that a rewind left behind: what was seen before it, and after. */
export interface LeftVersion {
  /** Its last event. */
  readonly end: number;
  readonly had: Vector<Item>;
  readonly has: Vector<Item>;
}

/** A thread as a server keeps it: its full state, the state that may be shown, the timeline of that, and what the list shows. */
export interface ListedThread {
  readonly state: ThreadState;
  /** Without the calls of those who do not show them. The same object as long as nothing was withheld. */
  readonly shown: ThreadState;
  /** The timeline of what may be shown: what a search finds. */
  readonly drawn: Rewindable<TimelineState>;
  /** Every version that was left, in order. No rewind takes one away: a search finds what was said in it. */
  readonly left: Vector<LeftVersion>;
  readonly withholding: Withholding;
  readonly counts: Rewindable<CallCounts>;
  readonly shownCounts: Rewindable<CallCounts>;
  readonly pending: Rewindable<Pending>;
}

/**
 * A thread of the list before its first event.
 *
 * @example
 * newListedThread('t1').state.seq; //=> 0
 */
export function newListedThread(id: string): ListedThread {
  const { state, drawn } = newThread(id);
  const counts = rewindable(NO_CALLS);
  return {
    state,
    shown: state,
    drawn,
    left: Vector.empty(),
    withholding: new Withholding(),
    counts,
    shownCounts: counts,
    pending: rewindable(NOTHING_PENDING),
  };
}

/**
 * A thread of the list after one more event; the old one stays as it was.
 *
 * @example
 * import { newListedThread, summaryOf } from '@toolthread/core/summary';
 * summaryOf(exampleEvents.reduce(foldListed, newListedThread('t1'))).calls; //=> 2
 */
export function foldListed(before: ListedThread, event: LedgerEvent): ListedThread {
  return foldNow(before, event);
}

/**
 * The same as `foldListed` in steps, so that the caller can pause: the end of a thread changes all open calls, and there may be very many.
 *
 * @example
 * import { newListedThread } from '@toolthread/core/summary';
 * const [created] = exampleEvents;
 * const step = created && foldListedSteps(newListedThread('t1'), created).next();
 * step?.done && step.value.state.title; //=> 'Parser'
 */
export function foldListedSteps(before: ListedThread, event: LedgerEvent): Generator<undefined, ListedThread> {
  return stepsNow(before, event);
}

/**
 * What `foldListed` gives for these events, one after the other. The threads between are not kept: one that a rewind may go back to
 * is folded again when it is asked for. The events must not change afterwards.
 *
 * @example
 * import { newListedThread } from '@toolthread/core/summary';
 * foldListedPage(newListedThread('t1'), exampleEvents).state.title; //=> 'Parser'
 */
export function foldListedPage(before: ListedThread, events: readonly LedgerEvent[]): ListedThread {
  return foldLate(before, events, folding);
}

/**
 * The same as `foldListedPage` in steps, so that the caller can pause.
 *
 * @example
 * import { newListedThread } from '@toolthread/core/summary';
 * const step = foldListedPageSteps(newListedThread('t1'), exampleEvents.slice(0, 2)).next();
 * step.done && step.value.state.title; //=> 'Parser'
 */
export function foldListedPageSteps(
  before: ListedThread,
  events: readonly LedgerEvent[],
): Generator<undefined, ListedThread> {
  return foldLateSteps(before, events, folding);
}

type Stepping = (before: ListedThread, event: LedgerEvent) => Generator<undefined, ListedThread>;

function stepping(late?: LateAt<ListedThread>): Stepping {
  const keepState = keepStateLate(late, ({ state }) => state);
  const keepShown = keepStateLate(late, ({ shown }) => shown);
  const keepDrawn = keepViewLate(late, ({ drawn }) => drawn);
  const keepCounts = keepViewLate(late, ({ counts }) => counts);
  const keepShownCounts = keepViewLate(late, ({ shownCounts }) => shownCounts);
  const keepPending = keepViewLate(late, ({ pending }) => pending);
  return function* (before, event) {
    const withholding = event.type === 'scope.opened' ? before.withholding.copy() : before.withholding;
    const passed = withholding.pass(event);
    const folded = yield* foldSteps(before.state, event, keepState);
    const counts = yield* takeInPieces(before.counts, folded, countFact, keepCounts);
    const pending = yield* takeInPieces(before.pending, folded, noteFact, keepPending);
    const { state } = folded;
    if (passed === event && before.shown === before.state) {
      const drawn = yield* takeInPieces(before.drawn, folded, placeFact, keepDrawn);
      const left = leftBy(event, before, { state, drawn });
      return { state, shown: state, drawn, left, withholding, counts, shownCounts: counts, pending };
    }
    const shown = yield* foldSteps(before.shown, passed, keepShown);
    const drawn = yield* takeInPieces(before.drawn, shown, placeFact, keepDrawn);
    const shownCounts = yield* takeInPieces(before.shownCounts, shown, countFact, keepShownCounts);
    const left = leftBy(event, before, { state, drawn });
    return { state, shown: shown.state, drawn, left, withholding, counts, shownCounts, pending };
  };
}

const folding: Folding<ListedThread> = (late) => {
  const stepsOf = stepping(late);
  return (before, event) => atOnce(stepsOf(before, event));
};

/** What a fork copied is its origin's, and what is told again was not left. */
function leftBy(
  event: LedgerEvent,
  before: ListedThread,
  { state, drawn }: Pick<ListedThread, 'state' | 'drawn'>,
): Vector<LeftVersion> {
  const isLeft = event.type === 'thread.rewound' && event.retold !== true && event.seq > (state.origin?.seq ?? 0);
  if (!isLeft || state.seq === before.state.seq) return before.left;
  return before.left.append({ end: event.seq - 1, had: before.drawn.view.items, has: drawn.view.items });
}

const foldNow = folding();
const stepsNow = stepping();
