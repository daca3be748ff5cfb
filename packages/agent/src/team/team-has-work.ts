import { goesOnAlone, memberScope, scopeKey } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { hasWork } from '../state/has-work.ts';

/**
 * As `hasWork`, for a team.
 *
 * @example
 * teamHasWork(exampleState, ['pm', 'coder']); //=> true
 */
export function teamHasWork(thread: ThreadState, names: readonly string[], now: number = thread.at): boolean {
  if (thread.life === 'closed') return false;
  const own = thread.scopes.get(scopeKey(undefined));
  if (goesOnAlone(own?.status)) return true;
  if (own?.status === 'awaiting_user' && own.stopRequested) return true;
  return names.some((name) => hasWork(thread, memberScope(name), now));
}
