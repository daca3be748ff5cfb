import type { Call, ThreadState } from '@toolthread/core';
import { listOf } from '@toolthread/core/json';
import { hasToolError, isToolResultMessage, toMessages } from '@toolthread/core/contract';
import type { Message } from '@toolthread/core/contract';

/**
 * The stored messages of a turn, with what only its events tell: a back end may store what a tool said, and not that it failed, or was denied;
 * and that a run was stopped, and not why. A result is found by its call's id, a stop by its reason.
 */
export function withFailures(stored: readonly Message[], told: ThreadState): readonly Message[] {
  const calls = new Map<unknown, Call | undefined>();
  // Of two calls with one id, it is not known whose result it is.
  for (const call of told.calls.byPlace.values())
    calls.set(call.providerId, calls.has(call.providerId) ? undefined : call);
  const stops = stored.some(isUnexplained) ? toMessages(told).filter(isStop) : [];
  return stored.map((message) => {
    if (isUnexplained(message)) return explained(message, stops);
    const isSilent = isToolResultMessage(message) && !hasToolError(message);
    const error = isSilent ? errorOf(calls.get(message.metadata?.tool_call_id)) : undefined;
    return error === undefined ? message : { ...message, metadata: { ...message.metadata, tool_error: error } };
  });
}

/** Whether it says that a run was stopped, and not what each criterion said. */
export function isUnexplained(message: Message): boolean {
  return isStop(message) && listOf(message.metadata?.continuation?.evaluations).length === 0;
}

function isStop({ role, metadata }: Message): boolean {
  const isOver = metadata?.continuation?.should_continue !== true;
  return role === 'status' && metadata?.status_type === 'continuation' && isOver;
}

/** Stored without its details, a stop has its reason in its words. */
function explained(message: Message, stops: readonly Message[]): Message {
  const reason = message.metadata?.continuation?.stop_reason;
  const isSame = ({ content, metadata }: Message): boolean =>
    reason === undefined ? content === message.content : metadata?.continuation?.stop_reason === reason;
  const continuation = stops.findLast(isSame)?.metadata?.continuation;
  return continuation === undefined ? message : { ...message, metadata: { ...message.metadata, continuation } };
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
