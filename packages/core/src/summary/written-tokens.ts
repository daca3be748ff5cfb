import { paidSteps } from '../ledger/queries/paid-steps.ts';
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
  for (const { end } of paidSteps(state)) tokens += end?.usage?.output_tokens ?? 0;
  return tokens;
}
