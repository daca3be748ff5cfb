/** A child run has a scope of its own in the same ledger, named after the call that it belongs to. */
import { childScope } from '@toolthread/core';
import type { Call, ScopeState, ThreadState } from '@toolthread/core';

/** The child run of a call, where one was started here. */
export function childOf(state: ThreadState, call: Call): ScopeState | undefined {
  const child = state.scopes.get(childScope(call.id));
  const parent = child?.opened?.parent;
  return parent?.call === call.id && parent.scope === call.scope && parent.step === call.step ? child : undefined;
}

/** How many children are above: 0 for the thread's own agent. */
export function depthOf(state: ThreadState, scope: string | undefined): number {
  let depth = 0;
  for (let at = scope; at !== undefined && depth < 100; depth += 1) {
    const opened = state.scopes.get(at)?.opened;
    if (opened?.kind !== 'child') return depth;
    at = opened.parent?.scope;
  }
  return depth;
}
