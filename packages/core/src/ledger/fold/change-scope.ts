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
