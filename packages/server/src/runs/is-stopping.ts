import { isAtWork, scopeKey, type ThreadState } from '@toolthread/core';

/** A stop is for all who work in the thread. `isStopping(state)` */
export function isStopping({ scopes }: ThreadState): boolean {
  const own = scopes.get(scopeKey(undefined));
  return own?.stopRequested === true && isAtWork(own.status);
}
