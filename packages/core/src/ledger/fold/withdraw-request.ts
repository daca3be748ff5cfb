import type { Tell } from '../fact.ts';
import type { Request, ThreadState } from '../thread-state.ts';

/** A request whose call ended otherwise asks nothing any more. */
export function withdrawRequest(state: ThreadState, id: string, at: number, tell: Tell): ThreadState {
  const request = state.requests.get(id);
  if (request === undefined || request.settled !== undefined) return state;
  const settled = {
    decision: 'withdrawn',
    answers: [],
    executedArguments: undefined,
    reason: undefined,
    by: undefined,
    at,
    seq: state.seq,
  } as const;
  const withdrawn: Request = { ...request, settled };
  tell({ type: 'request-withdrawn', request: withdrawn });
  return { ...state, requests: state.requests.set(id, withdrawn) };
}
