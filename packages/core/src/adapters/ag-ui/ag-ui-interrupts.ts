import { isoTime } from '../../contract/iso-time.ts';
import type { JsonObject } from '../../ledger/json/json.ts';
import type { Request, ThreadState } from '../../ledger/thread-state.ts';
import { asksApproval } from '../../ledger/queries/asks-approval.ts';
import { requestData } from '../ai-sdk/ui/request-data.ts';
import { openRequests } from '../../ledger/queries/open-requests.ts';
import { responseSchema } from './response-schema.ts';

/**
 * What a person has to settle before the run goes on, as AG-UI's interrupts.
 *
 * @example
 * agUiInterrupts(exampleState); //=> []
 */
export function agUiInterrupts(state: ThreadState): readonly JsonObject[] {
  return openRequests(state).map((request) => {
    const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
    const { id, title, expiresAt } = request;
    return {
      id,
      reason: reasonOf(request),
      ...(title === undefined ? {} : { message: title }),
      ...(call === undefined ? {} : { toolCallId: call.outwardId }),
      responseSchema: responseSchema(request),
      ...(expiresAt === undefined ? {} : { expiresAt: isoTime(expiresAt) }),
      metadata: { toolthread: requestData(state, request) },
    };
  });
}

/** The words that clients of AG-UI know. For `tool_call` some clients turn the answer into a result by themselves. */
function reasonOf(request: Request): string {
  if (asksApproval(request)) return 'tool_approval';
  return request.call === undefined ? 'input_required' : 'tool_call';
}
