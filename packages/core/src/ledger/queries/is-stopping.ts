import { scopeKey } from '../fold/scope-key.ts';
import { isAtWork } from '../scope-kind.ts';
import type { ThreadState } from '../thread-state.ts';

/**
 * Whether a stop was asked for that the thread's own run has not come to. A stop is for all who work in the thread.
 *
 * @example
 * isStopping(exampleState); //=> false
 */
export function isStopping({ scopes }: Pick<ThreadState, 'scopes'>): boolean {
  const own = scopes.get(scopeKey(undefined));
  return own?.stopRequested === true && isAtWork(own.status);
}
