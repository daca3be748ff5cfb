import { isAtWork } from '@toolthread/core';
import type { ScopeState } from '@toolthread/core';

/** A run of this scope has begun, and the newest one is over. */
export function hasEnded(own: ScopeState | undefined): boolean {
  return own?.status !== undefined && !isAtWork(own.status);
}
