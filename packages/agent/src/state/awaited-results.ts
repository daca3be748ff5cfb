import type { ThreadState } from '@toolthread/core';
import { callName } from './call-name.ts';
import type { CallName } from './call-name.ts';

/**
 * Calls that a provider runs itself and has not answered yet, by the id it gave them. It may have paused, or wait for our
 * results first: then its own results come in a later response. `awaitedResults(state, 'agent:coder')`
 */
export function awaitedResults(state: ThreadState, scope: string | undefined): ReadonlyMap<string, CallName> {
  const awaited = new Map<string, CallName>();
  for (const [place] of state.calls.open.entries()) {
    const call = state.calls.byPlace.get(place);
    if (call?.scope !== scope || call?.runs !== 'provider' || !call.recorded) continue;
    if (call.providerId !== undefined) awaited.set(call.providerId, callName(call));
  }
  return awaited;
}
