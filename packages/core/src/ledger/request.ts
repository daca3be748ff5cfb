import { placeSettledRequest } from '../timeline/place-request.ts';
import type { Request, ThreadState } from './state.ts';

/** A request whose call ended otherwise asks nothing any more. */
export function withdrawRequest(state: ThreadState, id: string, at: number): ThreadState {
  const request = state.requests.get(id);
  if (request === undefined || request.settled !== undefined) return state;
  const settled = {
    decision: 'withdrawn',
    answers: [],
    executedArguments: undefined,
    reason: undefined,
    by: undefined,
    at,
  } as const;
  const withdrawn: Request = { ...request, settled };
  return {
    ...state,
    requests: state.requests.set(id, withdrawn),
    timeline: placeSettledRequest(state.timeline, withdrawn),
  };
}
