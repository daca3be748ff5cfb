import { isInsideCall } from '../contract/to-messages/is-inside-call.ts';
import type { AgentStatus } from '../ledger/ledger-event.ts';
import type { ThreadState } from '../ledger/thread-state.ts';

/**
 * The last word of a run, of those after event `since`. How a child run ended is a matter of the call it belongs to.
 *
 * @example
 * lastStatus(exampleState)?.status; //=> 'completed'
 */
export function lastStatus(state: ThreadState, since = 0): AgentStatus | undefined {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind !== 'status' || isInsideCall(state, entry.status.scope)) continue;
    return entry.status.seq > since ? entry.status : undefined;
  }
  return undefined;
}
