import { stopToContinue } from '@toolthread/core/queries';
import type { EventDraft, ThreadState } from '@toolthread/core';
import { statusDraft } from './status-draft.ts';

/**
 * The events that continue a run that was cut off (`stopToContinue`), without a message from anybody: append them, then `runAgent`. It is
 * a run of its own, with its own limits. None if there is nothing to continue.
 *
 * @example
 * continueRun(exampleState); //=> []
 */
export function continueRun(thread: ThreadState, scope?: string): readonly EventDraft[] {
  if (stopToContinue(thread, scope) === undefined) return [];
  return [{ ...statusDraft(thread, scope, 'queued'), run: `r${thread.seq + 1}` }];
}
