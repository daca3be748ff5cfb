import { emptyScope } from './empty-thread.ts';
import { scopeKey } from './scope-key.ts';
import type { ScopeState, ThreadState } from '../thread-state.ts';

export function changeScope(
  state: ThreadState,
  scope: string | undefined,
  change: (scope: ScopeState) => ScopeState,
): ThreadState {
  const key = scopeKey(scope);
  return { ...state, scopes: state.scopes.set(key, change(state.scopes.get(key) ?? emptyScope(scope))) };
}
