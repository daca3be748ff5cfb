import type { ThreadRewound, ScopeOpened, SourceRecord, ThreadClosed, AgentStatus } from '../ledger-event.ts';
import { checkpointsUntil } from '../checkpoints-until.ts';
import { noteAnomaly } from './note-anomaly.ts';
import { withRewind } from './with-rewind.ts';
import { withTakenBack } from './with-taken-back.ts';
import type { Call } from '../call.ts';
import type { Tell } from '../fact.ts';
import { releaseHeld } from './fold-message.ts';
import { settledCall, tellCall, unsettledResult } from './change-call.ts';
import { withdrawRequest } from './withdraw-request.ts';
import { scopesAtWork } from '../scope-kind.ts';
import { TOLD_AGAIN } from '../told-again.ts';
import { changeScope } from './change-scope.ts';
import { endStep } from './end-step.ts';
import { PersistentMap } from '../../structure/persistent-map.ts';
import type { Account, StepEnd, ThreadState } from '../thread-state.ts';

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
  // After a failure or a stop nothing begins by itself: what is held waits for the next run that completes.
  return event.status === 'completed' && scopesAtWork(noted).length === 0 ? releaseHeld(noted, tell) : noted;
}

/** Nobody will answer any more: what is open is lost, and nothing looks as if it were running. */
export function foldClosed(state: ThreadState, event: ThreadClosed, tell: Tell): ThreadState {
  // None is open any more: to take out or to change each by itself would copy its way to the root.
  let closed: ThreadState = { ...state, calls: { ...state.calls, open: PersistentMap.empty() } };
  const settled: [string, Call][] = [];
  const lost = unsettledResult('thread-closed', event.at);
  for (const [place] of state.calls.open.entries()) {
    const call = state.calls.byPlace.get(place);
    if (call === undefined) continue;
    const after = settledCall(call, lost);
    settled.push([place, after]);
    closed = tellCall(closed, call, after, tell);
  }
  closed = { ...closed, calls: { ...closed.calls, byPlace: closed.calls.byPlace.setAll(settled) } };
  for (const [key] of state.openSteps.entries()) {
    const step = closed.steps.get(key);
    if (step !== undefined) closed = endStep(closed, step, abandoned(event.at), tell);
  }
  for (const [, request] of state.requests.entries()) closed = withdrawRequest(closed, request.id, event.at, tell);
  const said = releaseHeld(closed, tell);
  tell({ type: 'thread-closed', at: event.at });
  return { ...said, life: 'closed', lostFile: event.file?.is === 'there' ? undefined : event.file };
}

/** A step that never completed: as far as it came. */
function abandoned(at: number): StepEnd {
  return {
    reason: 'aborted',
    discarded: false,
    at,
    usage: undefined,
    durationMs: undefined,
    error: undefined,
    retry: undefined,
  };
}

/** Goes back to a state that was: the persistent structures still hold it. Step numbers are never used again. */
export function foldRewound(state: ThreadState, event: ThreadRewound, tell: Tell): ThreadState {
  const checkpoint = state.checkpoints.at(checkpointsUntil(state.checkpoints, event.to) - 1);
  if (checkpoint === undefined) return noteAnomaly(state, event, 'nothing-to-rewind-to');
  tell({ type: 'rewound', to: checkpoint.seq });
  const { seq, at, agent, placed, chosen, anomalies, nextSteps, changes, work, seen } = state;
  const { checkpoints: before } = checkpoint.state;
  const account = hiddenSince(state.account, state.account.shown - checkpoint.state.account.shown);
  const checkpoints = before.last()?.seq === checkpoint.seq ? before : before.append(checkpoint);
  const rewinds = withRewind(state, checkpoint, event);
  const takenBack = withTakenBack(state, checkpoint.state);
  const kept = { seq, at, agent, placed, chosen, anomalies, nextSteps, changes, takenBack, work, seen };
  return { ...checkpoint.state, ...kept, account, checkpoints, rewinds };
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
      const place = { line: event.line, byte: event.byte, reason: event.rule ?? 'malformed' };
      return { ...account, malformed: account.malformed.append(place) };
    }
    default:
      return event.fate satisfies never;
  }
}
