import type { Call, CallResult } from '../call.ts';
import type { Tell } from '../fact.ts';
import { withdrawRequest } from './withdraw-request.ts';
import type { ThreadState } from '../thread-state.ts';

export function changeCall(state: ThreadState, before: Call, after: Call, tell: Tell): ThreadState {
  const open = after.state.name === 'settled' ? state.calls.open.delete(after.place) : state.calls.open;
  const calls = { ...state.calls, byPlace: state.calls.byPlace.set(after.place, after), open };
  return tellCall({ ...state, calls }, before, after, tell);
}

/** The facts of a changed call, and what follows from it. */
export function tellCall(state: ThreadState, before: Call, after: Call, tell: Tell): ThreadState {
  tell({ type: 'call-changed', before, call: after });
  if (after.state.name !== 'settled' || after.request === undefined) return state;
  return withdrawRequest(state, after.request.id, after.state.result.at, tell);
}

/** Settled by the fold itself: the step ended over unfinished arguments. */
export function settleCall(state: ThreadState, call: Call, at: number, tell: Tell): ThreadState {
  return changeCall(state, call, settledCall(call, unsettledResult('arguments-cut', at)), tell);
}

export function settledCall(call: Call, result: CallResult): Call {
  return { ...call, state: { name: 'settled', result } };
}

/** Of a call that nobody settled: the thread closed over it, or the step over unfinished arguments. */
export function unsettledResult(by: 'thread-closed' | 'arguments-cut', at: number): CallResult {
  return {
    by,
    outcome: by === 'thread-closed' ? 'lost' : 'interrupted',
    parts: [],
    structured: undefined,
    error: undefined,
    durationMs: undefined,
    fullSize: undefined,
    fullBlob: undefined,
    provisional: false,
    at,
  };
}
