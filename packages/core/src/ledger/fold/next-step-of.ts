import type { ThreadState } from '../thread-state.ts';
import { scopeKey } from './scope-key.ts';

/**
 * The next step number that a writer of this scope may use.
 *
 * @example
 * nextStepOf(exampleState, undefined); //=> 3
 */
export function nextStepOf({ nextSteps }: Pick<ThreadState, 'nextSteps'>, scope: string | undefined): number {
  return nextSteps.get(scopeKey(scope)) ?? 1;
}
