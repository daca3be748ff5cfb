import { placeChangedCall } from '../timeline/place-call.ts';
import type { Call, CallResult } from './call.ts';
import { withdrawRequest } from './request.ts';
import type { ThreadState } from './state.ts';

export function changeCall(state: ThreadState, before: Call, after: Call): ThreadState {
  const open = after.state.name === 'settled' ? state.calls.open.delete(after.place) : state.calls.open;
  const calls = { ...state.calls, byPlace: state.calls.byPlace.set(after.place, after), open };
  const redrawn = { ...state, calls, timeline: placeChangedCall(state.timeline, before, after) };
  if (after.state.name !== 'settled' || after.request === undefined) return redrawn;
  return withdrawRequest(redrawn, after.request.id, after.state.result.at);
}

/** Settled by the fold itself: the thread closed over an open call, or the step over unfinished arguments. */
export function settleCall(state: ThreadState, call: Call, why: { type: 'lost' | 'cut'; at: number }): ThreadState {
  const result: CallResult = {
    outcome: why.type === 'lost' ? 'lost' : 'interrupted',
    parts: [],
    structured: undefined,
    error: { message: why.type === 'lost' ? 'No result was recorded.' : 'The arguments were cut off; nothing ran.' },
    durationMs: undefined,
    fullSize: undefined,
    fullBlob: undefined,
    at: why.at,
  };
  return changeCall(state, call, { ...call, state: { name: 'settled', result } });
}
