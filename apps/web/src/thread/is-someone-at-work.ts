import { scopeKey, scopesAtWork, titleOf } from '@toolthread/core';
import { answererOf, maySettle } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';

/** Whether any participant is at work, or waits for a person: there is something that can be stopped. */
export function isSomeoneAtWork(state: ThreadState): boolean {
  return scopesAtWork(state).length > 0;
}

/** Nobody goes on before a person has answered, and whoever looks may. `mayApprove`: they may also allow and deny. */
export function waitsForAnswer(state: ThreadState, mayApprove: boolean): boolean {
  const scopes = scopesAtWork(state);
  const waits = scopes.every((scope) => state.scopes.get(scopeKey(scope))?.status === 'awaiting_user');
  if (scopes.length === 0 || !waits) return false;
  if (mayApprove) return true;
  return [...state.requests.entries()].some(
    ([, request]) => request.settled === undefined && maySettle(request, ['write']),
  );
}

/** Its turn has not come: as many runs as may be are at work elsewhere. */
export function waitsForItsTurn(state: ThreadState): boolean {
  return state.scopes.get('')?.status === 'queued';
}

/** Who answers, in a word: the model, else the agent; undefined if another program is the agent. The built-in agent has the server's model where no other was chosen. */
export function answererName(state: ThreadState, usual: string): string | undefined {
  const { agent, model } = answererOf(state);
  if (model !== undefined) return model;
  if (agent === 'elsewhere') return undefined;
  return agent === undefined || agent === 'built-in' ? usual : agent;
}

/** What the list of threads shows of this one, as one word to compare. */
export function newsOf(state: ThreadState): string {
  const own = state.scopes.get('');
  return [state.id, titleOf(state), own?.status, own?.stopRequested].join('|');
}
