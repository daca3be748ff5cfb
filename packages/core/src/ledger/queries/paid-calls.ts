import type { Call } from '../call.ts';
import { stepKey } from '../fold/scope-key.ts';
import type { Step, ThreadState } from '../thread-state.ts';
import { leftSteps } from './paid-steps.ts';

/**
 * Every call that was made, once, and its step: those that count, and those that rewinds took back, by the rule of `paidSteps`.
 *
 * @example
 * [...paidCalls(exampleState)].length; //=> 2
 */
export function* paidCalls(state: ThreadState): Iterable<readonly [Call, Step | undefined]> {
  for (const [, call] of state.calls.byPlace.entries()) yield [call, state.steps.get(stepKey(call.scope, call.step))];
  yield* callsLeft(state);
}

/** Those of them that rewinds took back. */
export function* callsLeft(state: ThreadState): Iterable<readonly [Call, Step]> {
  for (const [step, before] of leftSteps(state)) {
    for (const part of step.parts) {
      if (part.kind !== 'call' || state.calls.byPlace.has(part.call)) continue;
      const call = before.calls.byPlace.get(part.call);
      if (call !== undefined) yield [call, step];
    }
  }
}
