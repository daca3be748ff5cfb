/** The one fold: state is only ever `fold(events)`, live, reconnected, reloaded or imported ([L1]). */
import { noteAnomaly } from './note-anomaly.ts';
import { emptyThread } from './empty-thread.ts';
import type { ContextCompacted, LedgerEvent, ThreadPlaced } from '../ledger-event.ts';
import type { Fact, Tell } from '../fact.ts';
import {
  foldCalled,
  foldCompleted,
  foldInputDelta,
  foldOutputDelta,
  foldRetrying,
  foldStarted,
} from './fold-called.ts';
import { foldRequestOpened, foldRequestResolved } from './fold-request-opened.ts';
import {
  foldPartCompleted,
  foldStepCompleted,
  foldRetryRequested,
  foldStepRetrying,
  foldStepStarted,
  foldWords,
} from './fold-step-started.ts';
import { foldMessage, foldMessageChanged } from './fold-message.ts';
import { foldClosed, foldRewound, foldScopeOpened, countRecord, foldStatus, lostCalls } from './fold-status.ts';
import type { LostCalls } from './fold-status.ts';
import { foldWorkspaceChanged, foldWorkspaceSaved } from './fold-workspace-changed.ts';
import { parseEvent } from '../check/parse-event.ts';
import { changeScope } from './change-scope.ts';
import { seeWork } from '../work/seen-work.ts';
import { workAfter } from '../work/work-time.ts';
import type { Checkpoint, Placed, ThreadState } from '../thread-state.ts';

/** The next state, and what is different in it. */
export interface Folded {
  readonly state: ThreadState;
  readonly facts: readonly Fact[];
}

/**
 * The next state, and the facts of what changed. The old state stays as it was. An event seen before changes nothing, and no
 * value can make it throw: what is no event is an anomaly.
 *
 * @example
 * import { emptyThread } from '@toolthread/core';
 * const { state, facts } = fold(emptyThread('t1'), { v: 1, thread: 't1', seq: 1, at: 0, type: 'thread.renamed', title: 'Parser' });
 * state.title; //=> 'Parser'
 * facts.length; //=> 0
 */
export function fold(state: ThreadState, event: LedgerEvent): Folded {
  return foldKept(state, event);
}

/** The same, and what a rewind may land on is kept in a way of its own. */
function foldKept(state: ThreadState, event: LedgerEvent, keep?: KeepState): Folded {
  const parsed = parseEvent(event);
  if (parsed.ok) return foldParsed(state, event, keep);
  const unknown = { seq: state.seq, type: 'unknown' };
  return { state: noteAnomaly(state, unknown, 'no-event', parsed.reason), facts: NONE };
}

/** The same in steps, so that the caller can pause: the end of a thread changes all open calls, and there may be very many. */
export function* foldSteps(state: ThreadState, event: LedgerEvent, keep?: KeepState): Generator<undefined, Folded> {
  if (event.type !== 'thread.closed' || !parseEvent(event).ok) return foldKept(state, event, keep);
  yield;
  const lost = yield* lostCalls(state, event);
  yield;
  return foldParsed(state, event, keep, lost);
}

/** How a state that a rewind may land on is kept. */
export type KeepState = (state: ThreadState) => Checkpoint;

const keepNow: KeepState = (state) => ({ seq: state.seq, state });

/** The same for an event that `parseEvent` has passed, or that our own code has just written. `lost`: what `lostCalls` gave for it. */
export function foldParsed(
  state: ThreadState,
  event: LedgerEvent,
  keep: KeepState = keepNow,
  lost?: LostCalls,
): Folded {
  if (event.thread !== state.id) return { state: noteAnomaly(state, event, 'other-thread'), facts: NONE };
  if (event.seq <= state.seq) return { state, facts: NONE };
  // Half of an import's events: nothing but the account changes.
  if (event.type === 'source.record' && event.seq === state.seq + 1) {
    const account = countRecord(state.account, event);
    return { state: { ...state, seq: event.seq, at: event.at, account }, facts: NONE };
  }
  let facts = NONE;
  // Most events have one fact. The end of a thread has one for each call that is open.
  const tell: Tell = (fact) => {
    if (facts === NONE) facts = [fact];
    else facts.push(fact);
  };
  const begins = BEGINS.has(event.type);
  const checkpoints = begins ? mark(state, tell, keep) : state.checkpoints;
  const work = workAfter(state.work, event, state.at);
  const seen = seeWork(state.seen, event);
  const moved: ThreadState = { ...state, seq: event.seq, at: event.at, checkpoints, work, seen };
  const counted = event.seq === state.seq + 1 ? moved : noteAnomaly(moved, event, 'events-missing');
  const next = apply(counted, event, tell, lost);
  if (event.type !== 'message.posted') return { state: next, facts };
  return { state: { ...next, checkpoints: mark(next, tell, keep) }, facts };
}

/**
 * The state of a whole ledger. The first value that is an event says which thread it is.
 *
 * @example
 * foldAll(exampleEvents).title; //=> 'Parser'
 */
export function foldAll(events: Iterable<LedgerEvent>): ThreadState {
  let state: ThreadState | undefined;
  const before: LedgerEvent[] = [];
  for (const event of events) {
    if (state === undefined) {
      const parsed = parseEvent(event);
      if (!parsed.ok) {
        before.push(event);
        continue;
      }
      state = foldOnto(emptyThread(parsed.event.thread), before);
    }
    state = fold(state, event).state;
  }
  return state ?? foldOnto(emptyThread(''), before);
}

/**
 * The state after some more events.
 *
 * @example
 * import { emptyThread } from '@toolthread/core';
 * foldOnto(emptyThread('t1'), exampleEvents).title; //=> 'Parser'
 */
export function foldOnto(state: ThreadState, events: readonly LedgerEvent[]): ThreadState {
  return events.reduce((before, event) => fold(before, event).state, state);
}

/** What a rewind can land before. */
const BEGINS: ReadonlySet<LedgerEvent['type']> = new Set(['message.posted', 'agent.step.started', 'thread.rested']);

/** Nothing is ever added to it. */
const NONE: Fact[] = [];

/** A rewind can land on every boundary of a message or a step; the states share their structure, so keeping them is cheap. */
function mark(state: ThreadState, tell: Tell, keep: KeepState): ThreadState['checkpoints'] {
  const { seq } = state;
  if (state.checkpoints.last()?.seq === seq) return state.checkpoints;
  tell({ type: 'boundary', seq });
  return state.checkpoints.append(keep(state));
}

function apply(state: ThreadState, event: LedgerEvent, tell: Tell, lost?: LostCalls): ThreadState {
  switch (event.type) {
    case 'thread.created':
      return {
        ...state,
        title: event.title ?? state.title,
        workspace: event.workspace ?? state.workspace,
        origin: event.origin ?? state.origin,
        source: event.source ?? state.source,
        agent: event.agent ?? state.agent,
      };
    case 'thread.renamed':
      return { ...state, title: event.title };
    case 'thread.placed':
      return { ...state, placed: placedBy(state.placed, event) };
    case 'thread.rested':
      return { ...state, rested: state.rested ?? state.checkpoints.last()?.seq };
    case 'thread.closed':
      return foldClosed(state, event, tell, lost);
    case 'thread.rewound':
      return foldRewound(state, event, tell);
    case 'message.posted':
      return foldMessage(state, event, tell);
    case 'message.changed':
      return foldMessageChanged(state, event, tell);
    case 'scope.opened':
      return foldScopeOpened(state, event, tell);
    case 'agent.chosen':
      return { ...state, chosen: event };
    case 'agent.configured':
      return changeScope(state, event.scope, (scope) => ({ ...scope, config: event }));
    case 'agent.status':
      return foldStatus(state, event, tell);
    case 'agent.step.started':
      return foldStepStarted(state, event, tell);
    case 'agent.step.completed':
      return foldStepCompleted(state, event, tell);
    case 'agent.step.retrying':
      return foldStepRetrying(state, event, tell);
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
      return foldWords(state, event, tell);
    case 'agent.tool.input.delta':
      return foldInputDelta(state, event, tell);
    case 'agent.tool.output.delta':
      return foldOutputDelta(state, event, tell);
    case 'agent.part.completed':
      return foldPartCompleted(state, event, tell);
    case 'agent.tool.called':
      return foldCalled(state, event, tell);
    case 'request.opened':
      return foldRequestOpened(state, event, tell);
    case 'request.resolved':
      return foldRequestResolved(state, event, tell);
    case 'agent.tool.started':
      return foldStarted(state, event, tell);
    case 'agent.tool.retrying':
      return foldRetrying(state, event, tell);
    case 'agent.tool.completed':
      return foldCompleted(state, event, tell);
    case 'run.retry.requested':
      return foldRetryRequested(state, event, tell);
    case 'run.stop.requested':
      tell({ type: 'stop-requested', stop: event });
      return changeScope(state, event.scope, (scope) => ({
        ...scope,
        stopRequested: true,
        stopReason: event.reason,
      }));
    case 'agent.continuation':
      tell({ type: 'run-continued-or-ended', continuation: event });
      return { ...state, log: state.log.append({ kind: 'continuation', continuation: event }) };
    case 'context.compacted':
      tell({ type: 'context-compacted', compaction: event });
      return foldCompacted(state, event);
    case 'workspace.saved':
      return foldWorkspaceSaved(state, event);
    case 'workspace.changed':
      return foldWorkspaceChanged(state, event, tell);
    case 'source.record':
      return { ...state, account: countRecord(state.account, event) };
    case 'event.purged':
      tell({ type: 'event-purged', purge: event });
      return state;
    case 'event.withheld':
      return state;
    default:
      return noteAnomaly(state, event satisfies never, 'no-event');
  }
}

function placedBy({ place, at, pinned }: Placed, event: ThreadPlaced): Placed {
  const now = event.place ?? place;
  return { place: now, at: now === place ? at : event.at, pinned: event.pinned ?? pinned };
}

function foldCompacted(state: ThreadState, event: ContextCompacted): ThreadState {
  const log = state.log.append({ kind: 'compaction', compaction: event });
  return changeScope({ ...state, log }, event.scope, (scope) => ({ ...scope, compaction: event }));
}
