import { emptyScope } from './empty-thread.ts';
import { scopeKey } from './keys.ts';
import type { ScopeState, ThreadState } from '../state.ts';

export function changeScope(
  state: ThreadState,
  scope: string | undefined,
  change: (scope: ScopeState) => ScopeState,
): ThreadState {
  const key = scopeKey(scope);
  return { ...state, scopes: state.scopes.set(key, change(state.scopes.get(key) ?? emptyScope(scope))) };
}

/** Who is at work, or waits for a person. A child run is part of its parent's work: `scopesAtWork(state).length > 0` */
export function scopesAtWork(state: ThreadState): readonly (string | undefined)[] {
  const scopes: (string | undefined)[] = [];
  for (const [, { scope, status }] of state.scopes.entries()) {
    if (scope?.startsWith('child:') === true) continue;
    if (status === 'queued' || status === 'running' || status === 'awaiting_user') scopes.push(scope);
  }
  return scopes;
}
