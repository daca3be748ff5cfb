import type { ThreadState } from '@toolthread/core';
import { logBackwards } from './log-backwards.ts';

/** `failureOf(state, 'agent:coder')`: what the newest status of a scope says of its failure; empty if it says nothing. */
export function failureOf(state: ThreadState, scope: string | undefined): string {
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'status' && entry.status.scope === scope) return entry.status.error_message ?? '';
  }
  return '';
}
