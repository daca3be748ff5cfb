import type { ThreadState } from '@toolthread/core';

/** `failureOf(state, 'agent:coder')`: what the newest status of a scope says of its failure; empty where it says nothing. */
export function failureOf(state: ThreadState, scope: string | undefined): string {
  for (let index = state.log.length - 1; index >= 0; index -= 1) {
    const entry = state.log.at(index);
    if (entry?.kind === 'status' && entry.status.scope === scope) return entry.status.error_message ?? '';
  }
  return '';
}
