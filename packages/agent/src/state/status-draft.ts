import { scopeKey } from '@toolthread/core';
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';

/**
 * How a scope is from now on, and what it was before: a child run that ended meanwhile has no say in it.
 *
 * @example
 * statusDraft(exampleState, undefined, 'queued').previous_status; //=> 'completed'
 */
export function statusDraft(
  thread: ThreadState,
  scope: string | undefined,
  status: RunStatus,
  message?: string,
): EventDraft & { readonly type: 'agent.status' } {
  const previous = thread.scopes.get(scopeKey(scope))?.status;
  return {
    type: 'agent.status',
    status,
    ...(previous === undefined ? {} : { previous_status: previous }),
    ...(message === undefined ? {} : { error_message: message }),
    ...(scope === undefined ? {} : { scope }),
  };
}
