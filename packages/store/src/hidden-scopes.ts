/** Scopes whose calls are nobody's business: those of members that do not show them, and of their child runs. */
import type { ScopeOpened, ThreadState } from '@toolthread/core';

export function hideScope(
  hidden: readonly string[],
  { scope, kind, parent, show_tool_calls: shown }: ScopeOpened,
): readonly string[] {
  const hides = kind === 'child' ? parent?.scope !== undefined && hidden.includes(parent.scope) : shown === false;
  return hides && !hidden.includes(scope) ? [...hidden, scope] : hidden;
}

export function hiddenScopes(state: ThreadState): ReadonlySet<string> {
  const opened = [...state.scopes.entries()].flatMap(([, scope]) => scope.opened ?? []);
  return new Set(opened.sort((a, b) => a.seq - b.seq).reduce<readonly string[]>(hideScope, []));
}
