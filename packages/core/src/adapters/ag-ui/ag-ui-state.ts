import type { Json, JsonObject } from '../../ledger/json/json.ts';
import { openRequests } from '../../ledger/queries/open-requests.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { requestData } from '../ai-sdk/ui/request-data.ts';
import { lastStatus } from '../last-status.ts';

/**
 * What is under `toolthread` in the state of an AG-UI client: what the run does, or how it ended, and what a person is asked.
 *
 * @example
 * agUiState(exampleState); //=> { status: 'completed' }
 */
export function agUiState(state: ThreadState): JsonObject {
  const last = lastStatus(state);
  const requests: { [request: string]: Json } = {};
  for (const request of openRequests(state)) requests[request.id] = requestData(state, request);
  return {
    ...(last === undefined ? {} : { status: last.status }),
    ...(last?.error_message === undefined ? {} : { error: last.error_message }),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
  };
}
