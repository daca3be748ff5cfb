import type { StopReason } from '../stop-reason.ts';
import type { ThreadState } from '../thread-state.ts';
import { stopOf } from './stop-of.ts';

/**
 * Why the newest run of a scope stopped, where it can be continued. Undefined while it is at work, and after a run that came to its end.
 * The thread's own run is also that of a team, and can be continued if one member was cut off.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const failed = { v: 1, thread: 't1', seq: 14, at: 0, type: 'agent.status', run: 'r1', status: 'failed' } as const;
 * stopToContinue(foldAll([...exampleEvents.slice(0, 13), failed])); //=> 'error'
 * stopToContinue(exampleState); //=> undefined
 */
export function stopToContinue(state: ThreadState, scope?: string): StopReason | undefined {
  return state.life === 'closed' ? undefined : stopOf(state, scope);
}
