import { stepsTakenBack } from '../ledger/queries/steps-taken-back.ts';
import type { ThreadState } from '../ledger/thread-state.ts';

/**
 * The tokens that models wrote in a thread: what is meant wherever a thread, a session or an answer is said to have so many tokens. What
 * they were given, `toolthread usage` counts. What was rewound was written, too.
 *
 * @example
 * writtenTokens(exampleState); //=> 50
 */
export function writtenTokens(state: Pick<ThreadState, 'steps' | 'takenBack'>): number {
  let tokens = 0;
  for (const [, { end }] of state.steps.entries()) tokens += end?.usage?.output_tokens ?? 0;
  for (const { step } of stepsTakenBack(state)) tokens += step.end?.usage?.output_tokens ?? 0;
  return tokens;
}
