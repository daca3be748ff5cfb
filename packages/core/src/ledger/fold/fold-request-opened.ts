import { noteAnomaly } from './note-anomaly.ts';
import { mayMove } from '../call.ts';
import type { Call } from '../call.ts';
import { changeCall } from './change-call.ts';
import type { RequestOpened, RequestResolved } from '../ledger-event.ts';
import type { Tell } from '../fact.ts';
import { findCall } from './find-call.ts';
import type { Request, ThreadState } from '../thread-state.ts';

export function foldRequestOpened(state: ThreadState, event: RequestOpened, tell: Tell): ThreadState {
  if (state.requests.has(event.request)) return noteAnomaly(state, event, 'request-known');
  const call = event.call === undefined ? undefined : findCall(state, event, 'settled');
  const request: Request = {
    id: event.request,
    kind: event.kind,
    scope: event.scope,
    call: call?.place,
    title: event.title,
    questions: event.questions ?? [],
    proposedArguments: event.proposed_arguments,
    covers: event.covers,
    keepsAlways: event.keeps_always === true,
    expiresAt: event.expires_at,
    openedAt: event.at,
    seq: event.seq,
    settled: undefined,
  };
  if (call !== undefined && !mayMove(call.state, { name: 'waiting', request: request.id })) {
    return noteAnomaly(state, event, 'illegal-move');
  }
  const opened = { ...state, requests: state.requests.set(request.id, request) };
  tell({ type: 'request-opened', request, call });
  if (call === undefined) return opened;
  return changeCall(opened, call, { ...call, request, state: { name: 'waiting', request: request.id } }, tell);
}

export function foldRequestResolved(state: ThreadState, event: RequestResolved, tell: Tell): ThreadState {
  const request = state.requests.get(event.request);
  if (request === undefined) return noteAnomaly(state, event, 'request-unknown');
  if (isSettledByRecord(request)) return noteAnomaly(state, event, 'request-settled');
  const settled: Request = {
    ...request,
    settled: {
      decision: event.decision,
      answers: event.answers ?? [],
      executedArguments: event.executed_arguments,
      reason: event.reason,
      by: event.by,
      at: event.at,
      seq: event.seq,
    },
  };
  const resolved = { ...state, requests: state.requests.set(settled.id, settled) };
  tell({ type: 'request-settled', request: settled });
  const call = settled.call === undefined ? undefined : resolved.calls.byPlace.get(settled.call);
  if (call === undefined) return resolved;
  const waited = call.state.name === 'waiting' && call.state.request === settled.id;
  const next = waited ? (call.startedAt === undefined ? 'called' : 'running') : undefined;
  const answered: Call = { ...call, request: settled, state: next === undefined ? call.state : { name: next } };
  return changeCall(resolved, call, answered, tell);
}

/** A request that was withdrawn because its call ended gives way to a record that says who settled it. */
function isSettledByRecord(request: Request): boolean {
  return (
    request.settled !== undefined && (request.settled.decision !== 'withdrawn' || request.settled.by !== undefined)
  );
}
