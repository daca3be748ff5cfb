import type { ThreadState } from '@toolthread/core';
import { hasToolError, isToolResultMessage } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';

/**
 * The stored messages of a turn, with the errors of calls that only its events tell: a back end may store what a tool said, and not that it
 * failed. A result is found by its call's id alone: events come twice and out of order, and the place of one proves nothing.
 */
export function withFailures(stored: readonly Message[], told: ThreadState): readonly Message[] {
  const calls = Array.from(told.calls.byPlace.entries(), ([, call]) => call);
  const errorOf = ({ metadata }: Message): string | undefined => {
    const [call, second] = calls.filter(({ id }) => id === metadata?.tool_call_id);
    if (call?.state.name !== 'settled' || second !== undefined) return undefined;
    const { by, outcome, error } = call.state.result;
    return by === 'result' && outcome === 'failed' ? (error?.message ?? '') : undefined;
  };
  return stored.map((message) => {
    const error = isToolResultMessage(message) && !hasToolError(message) ? errorOf(message) : undefined;
    return error === undefined ? message : { ...message, metadata: { ...message.metadata, tool_error: error } };
  });
}
