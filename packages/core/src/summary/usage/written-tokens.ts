import { paidSteps } from '../../ledger/queries/paid-steps.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { paidCompactions } from './usage-rows.ts';

/**
 * The tokens that models wrote in a thread: what is meant wherever a thread, a session or an answer is said to have so many tokens. What
 * they were given, `toolthread usage` counts. Summaries were written, too, and what was rewound.
 *
 * @example
 * writtenTokens(exampleState); //=> 50
 */
export function writtenTokens(state: Pick<ThreadState, 'log' | 'scopes' | 'steps' | 'takenBack'>): number {
  let tokens = 0;
  for (const { end } of paidSteps(state)) tokens += end?.usage?.output_tokens ?? 0;
  for (const { compaction } of paidCompactions(state)) tokens += compaction.usage?.output_tokens ?? 0;
  return tokens;
}
