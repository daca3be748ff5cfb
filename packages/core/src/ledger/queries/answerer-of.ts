import { nextStepOf } from '../fold/next-step-of.ts';
import { scopeKey, stepKey } from '../fold/scope-key.ts';
import { isTeamsOwn, scopeKind } from '../scope-kind.ts';
import type { Step, ThreadState } from '../thread-state.ts';
import { choiceOf } from './choice-of.ts';

/** Who answers in a thread, as far as it is recorded. */
export interface Answerer {
  /** As a person chose it; `elsewhere` where another program is the agent. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
}

/**
 * Who answers: as it was chosen, and the model that answered last, or was chosen since. What a fork copied says who answered before.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const chosen = { type: 'agent.chosen', agent: 'team', model: 'm', provider: 'p', v: 1, thread: 't1', seq: 2, at: 0 } as const;
 * const events = [{ type: 'thread.created', title: 'Parser', v: 1, thread: 't1', seq: 1, at: 0 }, chosen] as const;
 * answererOf(foldAll(events)); //=> { agent: 'team', model: 'm' }
 */
export function answererOf(state: ThreadState): Answerer {
  const last = lastAnswer(state);
  const choice = choiceOf(state);
  const agent = state.agent === 'elsewhere' ? 'elsewhere' : choice?.agent;
  if (choice !== undefined && choice.seq > last.seq) return { agent, model: choice.model };
  return { agent, model: last.seq > (state.origin?.seq ?? 0) ? last.model : undefined };
}

/**
 * The model that answered last, whatever was chosen since; undefined if none has answered here.
 *
 * @example
 * lastModelOf(exampleState); //=> undefined
 */
export function lastModelOf(state: ThreadState): string | undefined {
  const { step } = lastAnswer(state);
  return step !== undefined && step.seq > (state.origin?.seq ?? 0) ? step.config?.model : undefined;
}

interface Answered {
  /** When a model was last set or asked; 0: never. */
  readonly seq: number;
  readonly model: string | undefined;
  readonly step: Step | undefined;
}

const NOBODY: Answered = { seq: 0, model: undefined, step: undefined };

/** In a team each member has a model of its own. A child run is a call of its parent. */
function lastAnswer(state: ThreadState): Answered {
  if (!isTeamsOwn(state, undefined)) return answeredIn(state, undefined);
  return Array.from(state.scopes.values(), ({ scope }) => scope)
    .filter((scope) => scopeKind(scope) !== 'child')
    .map((scope) => answeredIn(state, scope))
    .reduce((one, other) => (other.seq > one.seq ? other : one), NOBODY);
}

/** A run that is set as the one before says nothing of it: its steps do. */
function answeredIn(state: ThreadState, scope: string | undefined): Answered {
  const config = state.scopes.get(scopeKey(scope))?.config;
  if (config === undefined) return NOBODY;
  const step = state.steps.get(stepKey(scope, nextStepOf(state, scope) - 1));
  return { seq: Math.max(config.seq, step?.seq ?? 0), model: config.model, step };
}
