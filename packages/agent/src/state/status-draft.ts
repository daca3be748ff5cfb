import { scopeKey } from '@toolthread/core';
import type { EventDraft, RunStatus, ThreadState } from '@toolthread/core';

/** `statusDraft(thread, 'agent:coder', 'queued')`: the change from what the scope is now. */
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
