import { scopeKey } from '@toolthread/core';
import type { EventDraft, ThreadState } from '@toolthread/core';
import { hasEnded } from './has-ended.ts';
import { statusDraft } from './status-draft.ts';

/**
 * The events that make an agent go on where a run ended, at a limit or otherwise, without a message from anybody: append them, then
 * `runAgent`. It is a run of its own, with its own limits. While a run is open there is nothing to continue.
 *
 * @example
 * continueRun(exampleState).map(({ type }) => type); //=> ['agent.status']
 */
export function continueRun(thread: ThreadState, scope?: string): readonly EventDraft[] {
  if (thread.life === 'closed' || !hasEnded(thread.scopes.get(scopeKey(scope)))) return [];
  return [{ ...statusDraft(thread, scope, 'queued'), run: `r${thread.seq + 1}` }];
}
