import { scopeKey } from '@toolthread/core';
import type { EventDraft, ThreadState } from '@toolthread/core';

/**
 * `await append(continueRun(thread))`, then `runAgent`: goes on where a run ended, at a limit or otherwise, without a word
 * of anybody. It is a run of its own, with its own limits. While a run is open there is nothing to continue.
 */
export function continueRun(thread: ThreadState, scope?: string): readonly EventDraft[] {
  const own = thread.scopes.get(scopeKey(scope));
  const ended = own?.status === 'completed' || own?.status === 'failed' || own?.status === 'cancelled';
  if (thread.life === 'closed' || !ended) return [];
  return [
    {
      type: 'agent.status',
      status: 'queued',
      previous_status: own.status,
      run: `r${thread.seq + 1}`,
      ...(scope === undefined ? {} : { scope }),
    },
  ];
}
