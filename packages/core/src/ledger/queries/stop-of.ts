import type { AgentContinuation, AgentStatus } from '../ledger-event.ts';
import { scopeKey } from '../fold/scope-key.ts';
import { isAtWork, scopeKind } from '../scope-kind.ts';
import { canContinue } from '../stop-reason.ts';
import type { StopReason } from '../stop-reason.ts';
import type { LogEntry, ThreadState } from '../thread-state.ts';

/**
 * Why the newest run of a scope stopped before it came to its end; undefined while it is at work, and after its end. The thread's own run is also that of
 * a team, and has stopped if one member was cut off. A child run is a call of its parent, which went on with what it had.
 */
export function stopOf(state: ThreadState, scope?: string): StopReason | undefined {
  const own = state.scopes.get(scopeKey(scope));
  if (own?.status === undefined || isAtWork(own.status)) return undefined;
  const judged = new Set<string>();
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const event = endingIn(state.log.at(index));
    if (event === undefined || (event.run ?? own.run) !== own.run) continue;
    if (scope === undefined ? scopeKind(event.scope) === 'child' : event.scope !== scope) continue;
    const key = scopeKey(event.scope);
    const reason = judged.has(key) ? undefined : reasonOf(event);
    if (reason !== undefined && canContinue(reason)) return reason;
    if (reason !== undefined) judged.add(key);
    if (event.scope === scope && beginsRun(event)) return undefined;
  }
  return undefined;
}

function endingIn(entry: LogEntry | undefined): AgentStatus | AgentContinuation | undefined {
  if (entry?.kind === 'status') return entry.status;
  return entry?.kind === 'continuation' ? entry.continuation : undefined;
}

/** A run that ended as `completed` has a continuation that says why. */
function reasonOf(event: AgentStatus | AgentContinuation): StopReason | undefined {
  if (event.type === 'agent.continuation') return event.should_continue ? undefined : event.stop_reason;
  switch (event.status) {
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'user_requested';
    case 'queued':
    case 'running':
    case 'awaiting_user':
    case 'completed':
      return undefined;
    default:
      return event.status satisfies never;
  }
}

function beginsRun(event: AgentStatus | AgentContinuation): boolean {
  return event.type === 'agent.status' && isAtWork(event.status) && !isAtWork(event.previous_status);
}
