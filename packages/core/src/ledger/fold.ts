/** The one fold: state is only ever `fold(events)`, live, resumed, reloaded or imported ([L1]). */
import { placeCompaction, placeContinuation, placeLine } from '../timeline/place-mark.ts';
import { noteAnomaly } from './anomaly.ts';
import { emptyThread } from './empty-thread.ts';
import type { LedgerEvent } from './event.ts';
import { foldCalled, foldCompleted, foldInputDelta, foldOutputDelta, foldRetrying, foldStarted } from './fold-call.ts';
import { foldRequestOpened, foldRequestResolved } from './fold-request.ts';
import { foldPartCompleted, foldStepCompleted, foldStepStarted, foldWords } from './fold-step.ts';
import { foldMessage, foldMessageChanged } from './fold-message.ts';
import { foldClosed, foldRewound, foldScopeOpened, countRecord, foldStatus } from './fold-thread.ts';
import { foldWorkspaceChanged, foldWorkspaceSaved } from './fold-workspace.ts';
import { parseEvent } from './parse-event.ts';
import { changeScope } from './scope.ts';
import type { Checkpoint, ThreadState } from './state.ts';

/**
 * `const next = fold(state, event)`: a new state; the old one stays as it was. An event seen before changes nothing, and
 * no value whatever can make it throw: what is no event is an anomaly.
 */
export function fold(state: ThreadState, event: LedgerEvent): ThreadState {
  const parsed = parseEvent(event);
  if (!parsed.ok) return noteAnomaly(state, { seq: state.seq, type: 'unknown' }, parsed.reason);
  return foldParsed(state, event, checkpointOf);
}

/** How the state at a boundary is kept: `target` before the event, or after it. */
export type KeepCheckpoint = (target: ThreadState, when: 'before' | 'after') => Checkpoint;

export function checkpointOf(target: ThreadState): Checkpoint {
  return { seq: target.seq, state: target };
}

/** The same for an event that `parseEvent` has passed, or that our own code has just written. */
export function foldParsed(state: ThreadState, event: LedgerEvent, keep: KeepCheckpoint): ThreadState {
  if (event.thread !== state.id) return noteAnomaly(state, event, `the event belongs to thread ${event.thread}`);
  if (event.seq <= state.seq) return state;
  const next = advance(state, event, keep);
  return event.type === 'message.posted' ? { ...next, checkpoints: mark(next, next, 'after', keep) } : next;
}

/** Without the checkpoint after the event. */
export function advance(state: ThreadState, event: LedgerEvent, keep: KeepCheckpoint): ThreadState {
  // Half of an import's events: nothing but the account changes.
  if (event.type === 'source.record' && event.seq === state.seq + 1) {
    return { ...state, seq: event.seq, at: event.at, account: countRecord(state.account, event) };
  }
  const begins = event.type === 'message.posted' || event.type === 'agent.step.started';
  const checkpoints = begins ? mark(state, state, 'before', keep) : state.checkpoints;
  const moved: ThreadState = { ...state, seq: event.seq, at: event.at, checkpoints };
  const counted =
    event.seq === state.seq + 1 ? moved : noteAnomaly(moved, event, `events before ${event.seq} are missing`);
  return apply(counted, event);
}

/** `timeline(foldAll(events))`. The first value that is an event says which thread it is. */
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
      state = before.reduce(fold, emptyThread(parsed.event.thread));
    }
    state = fold(state, event);
  }
  return state ?? before.reduce(fold, emptyThread(''));
}

/** A rewind can land on every boundary of a message or a step; the states share their structure, so keeping them is cheap. */
function mark(
  state: ThreadState,
  target: ThreadState,
  when: 'before' | 'after',
  keep: KeepCheckpoint,
): ThreadState['checkpoints'] {
  if (state.checkpoints.last()?.seq === target.seq) return state.checkpoints;
  return state.checkpoints.append(keep(target, when));
}

function apply(state: ThreadState, event: LedgerEvent): ThreadState {
  switch (event.type) {
    case 'thread.created':
      return { ...state, title: event.title, workspace: event.workspace, origin: event.origin, source: event.source };
    case 'thread.renamed':
      return { ...state, title: event.title };
    case 'thread.closed':
      return foldClosed(state, event);
    case 'thread.rewound':
      return foldRewound(state, event);
    case 'message.posted':
      return foldMessage(state, event);
    case 'message.changed':
      return foldMessageChanged(state, event);
    case 'scope.opened':
      return foldScopeOpened(state, event);
    case 'agent.configured':
      return changeScope(state, event.scope, (scope) => ({ ...scope, config: event }));
    case 'agent.status':
      return foldStatus(state, event);
    case 'agent.step.started':
      return foldStepStarted(state, event);
    case 'agent.step.completed':
      return foldStepCompleted(state, event);
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
      return foldWords(state, event);
    case 'agent.tool.input.delta':
      return foldInputDelta(state, event);
    case 'agent.tool.output.delta':
      return foldOutputDelta(state, event);
    case 'agent.part.completed':
      return foldPartCompleted(state, event);
    case 'agent.tool.called':
      return foldCalled(state, event);
    case 'request.opened':
      return foldRequestOpened(state, event);
    case 'request.resolved':
      return foldRequestResolved(state, event);
    case 'agent.tool.started':
      return foldStarted(state, event);
    case 'agent.tool.retrying':
      return foldRetrying(state, event);
    case 'agent.tool.completed':
      return foldCompleted(state, event);
    case 'run.stop.requested':
      return changeScope(state, event.scope, (scope) => ({ ...scope, stopRequested: true }));
    case 'agent.continuation':
      return {
        ...state,
        log: state.log.append({ kind: 'continuation', continuation: event }),
        timeline: placeContinuation(state, event),
      };
    case 'context.compacted':
      return {
        ...state,
        log: state.log.append({ kind: 'compaction', compaction: event }),
        timeline: placeCompaction(state, event),
      };
    case 'workspace.saved':
      return foldWorkspaceSaved(state, event);
    case 'workspace.changed':
      return foldWorkspaceChanged(state, event);
    case 'source.record':
      return { ...state, account: countRecord(state.account, event) };
    case 'event.purged':
      return {
        ...state,
        timeline: placeLine(state, event.scope, {
          level: 'info',
          code: 'purged',
          text: `Removed by ${event.by}: ${event.purged}`,
        }),
      };
    case 'event.withheld':
      return state;
    default:
      return noteAnomaly(state, event satisfies never, 'no such event');
  }
}
