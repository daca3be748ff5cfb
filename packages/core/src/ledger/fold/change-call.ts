import type { Call, CallResult } from '../call.ts';
import type { Tell } from '../fact.ts';
import { withdrawRequest } from './withdraw-request.ts';
import type { ThreadState } from '../thread-state.ts';

export function changeCall(state: ThreadState, before: Call, after: Call, tell: Tell): ThreadState {
  const open = after.state.name === 'settled' ? state.calls.open.delete(after.place) : state.calls.open;
  const calls = { ...state.calls, byPlace: state.calls.byPlace.set(after.place, after), open };
  const changed = { ...state, calls };
  tell({ type: 'call-changed', before, call: after });
  if (after.state.name !== 'settled' || after.request === undefined) return changed;
  return withdrawRequest(changed, after.request.id, after.state.result.at, tell);
}

/** Settled by the fold itself: the thread closed over an open call, or the step over unfinished arguments. */
export function settleCall(
  state: ThreadState,
  call: Call,
  by: 'thread-closed' | 'arguments-cut',
  at: number,
  tell: Tell,
): ThreadState {
  const result: CallResult = {
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
  return changeCall(state, call, { ...call, state: { name: 'settled', result } }, tell);
}
