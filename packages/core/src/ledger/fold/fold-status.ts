import type { ThreadRewound, ScopeOpened, SourceRecord, ThreadClosed, AgentStatus } from '../ledger-event.ts';
import { atOnce } from '../at-once.ts';
import { checkpointsUntil } from '../checkpoints-until.ts';
import { noteAnomaly } from './note-anomaly.ts';
import { withRewind } from './rewind/with-rewind.ts';
import { withTakenBack } from './rewind/with-taken-back.ts';
import type { Call } from '../call.ts';
import type { Tell } from '../fact.ts';
import { releaseHeld } from './fold-message.ts';
import { settledCall, tellCall, unsettledResult } from './change-call.ts';
import { withdrawRequest } from './withdraw-request.ts';
import { scopesAtWork } from '../scope-kind.ts';
import { TOLD_AGAIN } from '../told-again.ts';
import { changeScope } from './change-scope.ts';
import { endStep } from './end-step.ts';
import { unrecordedEnd } from './unrecorded-end.ts';
import { PersistentMap } from '../../structure/persistent-map.ts';
import type { Account, Checkpoint, ThreadState } from '../thread-state.ts';

export function foldScopeOpened(state: ThreadState, event: ScopeOpened, tell: Tell): ThreadState {
  if (state.scopes.get(event.scope)?.opened !== undefined) {
    return noteAnomaly(state, event, 'scope-known');
  }
  tell({ type: 'scope-opened', scope: event });
  return changeScope(state, event.scope, (scope) => ({ ...scope, opened: event }));
}

export function foldStatus(state: ThreadState, event: AgentStatus, tell: Tell): ThreadState {
  const isNew = event.status === 'queued' || event.status === 'completed';
  const changed = changeScope(state, event.scope, (scope) => ({
    ...scope,
    status: event.status,
    run: event.run ?? scope.run,
    stopRequested: scope.stopRequested && !isNew,
    stopReason: isNew ? undefined : scope.stopReason,
  }));
  const noted: ThreadState = { ...changed, log: changed.log.append({ kind: 'status', status: event }) };
  tell({ type: 'status-changed', status: event });
  // After a failure or a stop nothing begins by itself: held messages wait for the next run that completes.
  return event.status === 'completed' && scopesAtWork(noted).length === 0 ? releaseHeld(noted, tell) : noted;
}

/** Nobody will answer any more: what is open is lost, and nothing looks as if it were running. `lost`: all of `lostCalls`. */
export function foldClosed(
  state: ThreadState,
  event: ThreadClosed,
  tell: Tell,
  lost: LostCalls = atOnce(lostCalls(state, event)),
): ThreadState {
  const calls = { ...state.calls, byPlace: lost.byPlace, open: PersistentMap.empty<true>() };
  let closed: ThreadState = { ...state, calls };
  for (const { before, after } of lost.changed) closed = tellCall(closed, before, after, tell);
  for (const [key] of state.openSteps.entries()) {
    const step = closed.steps.get(key);
    // A step that never completed keeps what had arrived.
    if (step !== undefined) closed = endStep(closed, step, unrecordedEnd('aborted', event.at), tell);
  }
  for (const [, request] of state.requests.entries()) closed = withdrawRequest(closed, request.id, event.at, tell);
  const said = releaseHeld(closed, tell);
  tell({ type: 'thread-closed', at: event.at });
  return { ...said, life: 'closed', lostFile: event.file?.is === 'there' ? undefined : event.file };
}

/** The calls that were open when their thread closed, and all calls after that. */
export interface LostCalls {
  readonly changed: readonly { readonly before: Call; readonly after: Call }[];
  readonly byPlace: PersistentMap<Call>;
}

/** This many calls are marked as lost before the event loop gets a turn. */
const PIECE = 1000;

/**
 * Each piece is set at once: to change each call by itself would copy its way to the root. Open calls come in the order of the trie, so two
 * pieces have few branches in common.
 */
export function* lostCalls({ calls }: ThreadState, { at }: ThreadClosed): Generator<undefined, LostCalls> {
  const changed: LostCalls['changed'][number][] = [];
  const lost = unsettledResult('thread-closed', at);
  let { byPlace } = calls;
  let piece: [string, Call][] = [];
  for (const [place] of calls.open.entries()) {
    const before = calls.byPlace.get(place);
    if (before === undefined) continue;
    const after = settledCall(before, lost);
    changed.push({ before, after });
    if (piece.push([place, after]) < PIECE) continue;
    byPlace = byPlace.setAll(piece);
    piece = [];
    yield;
  }
  return { changed, byPlace: byPlace.setAll(piece) };
}

/** Goes back to a state that was: the persistent structures still hold it. Step numbers are never used again, and what the thread is called and where it is stays. */
export function foldRewound(state: ThreadState, event: ThreadRewound, tell: Tell): ThreadState {
  const checkpoint = state.checkpoints.at(checkpointsUntil(state.checkpoints, event.to) - 1);
  if (checkpoint === undefined) return noteAnomaly(state, event, 'nothing-to-rewind-to');
  const rest = restAfter(state, checkpoint);
  tell({ type: 'rewound', to: checkpoint.seq, rested: rest?.seq });
  const { seq, at, title, agent, placed, chosen, changes } = state;
  const own = { seq, at, title, agent, placed, chosen, changes };
  const { checkpoints: before } = checkpoint.state;
  const landed = before.last()?.seq === checkpoint.seq ? before : before.append(checkpoint);
  // [L1] Its end was told too early, and is told again when it comes: it took nothing, and left nothing.
  if (event.retold === true && checkpoint.seq === state.rested)
    return { ...checkpoint.state, ...own, checkpoints: landed };
  const { anomalies, nextSteps, work, seen, rested } = state;
  const account = hiddenSince(state.account, state.account.shown - checkpoint.state.account.shown);
  const checkpoints = rest === undefined ? landed : landed.append(rest);
  const rewinds = withRewind(state, checkpoint, event);
  const takenBack = withTakenBack(state, checkpoint.state);
  const counted = { anomalies, nextSteps, takenBack, work, seen, rested, account, checkpoints, rewinds };
  return { ...checkpoint.state, ...own, ...counted };
}

/** Where the session was when its end was told, if a rewind of that end goes back behind it. */
function restAfter({ rested, checkpoints }: ThreadState, { seq }: Checkpoint): Checkpoint | undefined {
  if (rested === undefined || rested <= seq) return undefined;
  return checkpoints.at(checkpointsUntil(checkpoints, rested) - 1);
}

/** Records that were shown, and of which a rewind took back what they told. A negative count of them is shown again. */
function hiddenSince(account: Account, records: number): Account {
  const before = account.hidden.get(REWOUND) ?? 0;
  const count = Math.max(0, before + records);
  if (count === before) return account;
  const hidden = count === 0 ? account.hidden.delete(REWOUND) : account.hidden.set(REWOUND, count);
  return { ...account, shown: account.shown - (count - before), hidden };
}

const REWOUND = 'rewound';

/** `records = shown + folded + hidden`; malformed lines are apart. */
export function countRecord(account: Account, event: SourceRecord): Account {
  switch (event.fate) {
    case 'shown':
      if (event.rule === TOLD_AGAIN) return hiddenSince(account, -1);
      return { ...account, records: account.records + 1, shown: account.shown + 1 };
    case 'folded':
      return { ...account, records: account.records + 1, folded: account.folded + 1 };
    case 'hidden': {
      const rule = event.rule ?? 'unnamed';
      const hidden = account.hidden.set(rule, (account.hidden.get(rule) ?? 0) + 1);
      return { ...account, records: account.records + 1, hidden };
    }
    case 'malformed': {
      const { line, byte, file, rule: reason = 'malformed' } = event;
      const place = { line, byte, reason, ...(file === undefined ? {} : { file }) };
      return { ...account, malformed: account.malformed.append(place) };
    }
    default:
      return event.fate satisfies never;
  }
}
