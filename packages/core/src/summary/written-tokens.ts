import type { ThreadState } from '../ledger/thread-state.ts';

/**
 * The tokens that models wrote in a thread: what is meant wherever a thread, a session or an answer is said to have so many tokens. What
 * they were given, `toolthread usage` counts.
 *
 * @example
 * writtenTokens(exampleState); //=> 50
 */
export function writtenTokens({ steps }: Pick<ThreadState, 'steps'>): number {
  let tokens = 0;
  for (const [, { end }] of steps.entries()) tokens += end?.usage?.output_tokens ?? 0;
  return tokens;
}
