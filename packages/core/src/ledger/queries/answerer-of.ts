import type { ThreadState } from '../thread-state.ts';
import { choiceOf } from './choice-of.ts';

/** Who answers in a thread, as far as it is recorded. */
export interface Answerer {
  /** As a person chose it; `elsewhere` where another program is the agent. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
}

/**
 * Who answers: as it was chosen, and the model as it was configured last. What a fork copied says who answered before.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const chosen = { type: 'agent.chosen', agent: 'team', model: 'm', provider: 'p', v: 1, thread: 't1', seq: 2, at: 0 } as const;
 * const events = [{ type: 'thread.created', title: 'Parser', v: 1, thread: 't1', seq: 1, at: 0 }, chosen] as const;
 * answererOf(foldAll(events)); //=> { agent: 'team', model: 'm' }
 */
export function answererOf(state: ThreadState): Answerer {
  const config = state.scopes.get('')?.config;
  const choice = choiceOf(state);
  const agent = state.agent === 'elsewhere' ? 'elsewhere' : choice?.agent;
  // Chosen since the last run: it has not been configured yet.
  if (choice !== undefined && choice.seq > (config?.seq ?? 0)) return { agent, model: choice.model };
  const isOwn = config !== undefined && config.seq > (state.origin?.seq ?? 0);
  return { agent, model: isOwn ? config.model : undefined };
}
