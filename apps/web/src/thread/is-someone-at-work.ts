import { choiceOf, scopeKey, scopesAtWork } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';

/** Whether any participant is at work, or waits for a person: there is something that can be stopped. */
export function isSomeoneAtWork(state: ThreadState): boolean {
  return scopesAtWork(state).length > 0;
}

/** Its turn has not come: as many runs as may be are at work elsewhere. */
export function waitsForItsTurn(state: ThreadState): boolean {
  return state.scopes.get('')?.status === 'queued';
}

/** Stop was asked for, and the run has not ended yet. */
export function isStopping(state: ThreadState): boolean {
  return scopesAtWork(state).some((scope) => state.scopes.get(scopeKey(scope))?.stopRequested);
}

/**
 * Who answers: the model, as it was configured last; else the agent of this server, undefined where another program is the agent. What a fork copied says
 * who answered before.
 */
export function answererOf(state: ThreadState, agent: string): string | undefined {
  const config = state.scopes.get('')?.config;
  const choice = choiceOf(state);
  // Chosen since the last run: it has not been configured yet.
  if (choice !== undefined && choice.seq > (config?.seq ?? 0)) return choice.model ?? choice.agent ?? agent;
  const own = config !== undefined && config.seq > (state.origin?.seq ?? 0) ? config.model : undefined;
  return own ?? (state.agent === 'here' ? agent : undefined);
}

/** What the list of threads shows of this one, as one word to compare. */
export function newsOf(state: ThreadState): string {
  const own = state.scopes.get('');
  return [state.id, state.title, own?.status, own?.stopRequested].join('|');
}
