import { isInsideCall } from '../../contract/to-messages/is-inside-call.ts';
import type { Json, JsonObject } from '../../ledger/json/json.ts';
import type { AgentStatus } from '../../ledger/ledger-event.ts';
import type { Request, ThreadState } from '../../ledger/thread-state.ts';
import { requestData } from '../ai-sdk/ui/request-data.ts';

/**
 * What stands under `toolthread` in the state of an AG-UI client: what the run does, or how it ended, and what a person is asked.
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

/** In the order in which they were opened. */
export function openRequests({ requests }: ThreadState): readonly Request[] {
  return [...requests.entries()]
    .map(([, request]) => request)
    .filter(({ settled }) => settled === undefined)
    .toSorted((a, b) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1));
}

function lastStatus(state: ThreadState): AgentStatus | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'status' && !isInsideCall(state, entry.status.scope)) return entry.status;
  }
  return undefined;
}
