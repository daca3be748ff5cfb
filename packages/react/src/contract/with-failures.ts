import type { Call, ThreadState } from '@toolthread/core';
import { hasToolError, isToolResultMessage } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';

/**
 * The stored messages of a turn, with the errors of calls that only its events tell: a back end may store what a tool said, and not that it
 * failed, or was denied. A result is found by its call's id.
 */
export function withFailures(stored: readonly Message[], told: ThreadState): readonly Message[] {
  const calls = new Map<unknown, Call | undefined>();
  // Of two calls with one id, it is not known whose result it is.
  for (const [, call] of told.calls.byPlace.entries())
    calls.set(call.providerId, calls.has(call.providerId) ? undefined : call);
  return stored.map((message) => {
    const isSilent = isToolResultMessage(message) && !hasToolError(message);
    const error = isSilent ? errorOf(calls.get(message.metadata?.tool_call_id)) : undefined;
    return error === undefined ? message : { ...message, metadata: { ...message.metadata, tool_error: error } };
  });
}

function errorOf(call: Call | undefined): string | undefined {
  if (call?.state.name !== 'settled') return undefined;
  const { by, outcome, error } = call.state.result;
  switch (outcome) {
    case 'failed':
    case 'denied':
    case 'skipped':
      return by === 'result' ? (error?.message ?? '') : undefined;
    case 'done':
    case 'interrupted':
    case 'lost':
      return undefined;
    default:
      return outcome satisfies never;
  }
}
