import { placeRequest, placeSettledRequest } from '../timeline/place-request.ts';
import { noteAnomaly } from './anomaly.ts';
import { mayMove } from './call.ts';
import { changeCall } from './change-call.ts';
import type { RequestOpened, RequestResolved } from './event.ts';
import { findCall } from './find-call.ts';

import type { Request, ThreadState } from './state.ts';

export function foldRequestOpened(state: ThreadState, event: RequestOpened): ThreadState {
  if (state.requests.has(event.request)) return noteAnomaly(state, event, 'the request is open already');
  const call = event.call === undefined ? undefined : findCall(state, event, 'settled');
  const request: Request = {
    id: event.request,
    kind: event.kind,
    scope: event.scope,
    call: call?.place,
    title: event.title,
    questions: event.questions ?? [],
    proposedArguments: event.proposed_arguments,
    expiresAt: event.expires_at,
    openedAt: event.at,
    settled: undefined,
  };
  if (call !== undefined && !mayMove(call.state, { name: 'waiting', request: request.id })) {
    return noteAnomaly(state, event, `a call that is ${call.state.name} cannot wait`);
  }
  const opened = { ...state, requests: state.requests.set(request.id, request) };
  const placed = { ...opened, timeline: placeRequest(opened, request, call) };
  if (call === undefined) return placed;
  return changeCall(placed, call, { ...call, request, state: { name: 'waiting', request: request.id } });
}

export function foldRequestResolved(state: ThreadState, event: RequestResolved): ThreadState {
  const request = state.requests.get(event.request);
  if (request === undefined) return noteAnomaly(state, event, 'no such request');
  if (isSettledByRecord(request)) return noteAnomaly(state, event, 'the request is settled already');
  const settled: Request = {
    ...request,
    settled: {
      decision: event.decision,
      answers: event.answers ?? [],
      executedArguments: event.executed_arguments,
      reason: event.reason,
      by: event.by,
      at: event.at,
    },
  };
  const requests = state.requests.set(settled.id, settled);
  const resolved = { ...state, requests, timeline: placeSettledRequest(state.timeline, settled) };
  const call = settled.call === undefined ? undefined : resolved.calls.byPlace.get(settled.call);
  if (call === undefined) return resolved;
  const waited = call.state.name === 'waiting' && call.state.request === settled.id;
  const next = waited ? (call.startedAt === undefined ? 'called' : 'running') : undefined;
  return changeCall(resolved, call, {
    ...call,
    request: settled,
    state: next === undefined ? call.state : { name: next },
  });
}

/** A request that was withdrawn because its call ended gives way to a record that says who settled it. */
function isSettledByRecord(request: Request): boolean {
  return (
    request.settled !== undefined && (request.settled.decision !== 'withdrawn' || request.settled.by !== undefined)
  );
}
