import type { AgentChosen } from '../ledger-event.ts';
import type { ThreadState } from '../thread-state.ts';

/**
 * Who answers in this thread, as a person chose it here. What a fork copied chooses nothing: it may come from a file that others wrote.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const chosen = { type: 'agent.chosen', agent: 'team', v: 1, thread: 't1', seq: 2, at: 0 } as const;
 * const events = [{ type: 'thread.created', title: 'Parser', v: 1, thread: 't1', seq: 1, at: 0 }, chosen] as const;
 * choiceOf(foldAll(events))?.agent; //=> 'team'
 */
export function choiceOf({ chosen, origin }: ThreadState): AgentChosen | undefined {
  return chosen !== undefined && chosen.seq > (origin?.seq ?? 0) ? chosen : undefined;
}
