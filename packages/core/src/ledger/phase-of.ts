import type { Phase } from './ledger-event.ts';

/**
 * What text of a model is for, by the word that OpenAI's models have for it.
 *
 * @example
 * phaseOf('final_answer'); //=> 'answer'
 */
export function phaseOf(word: unknown): Phase | undefined {
  if (word === 'commentary') return 'commentary';
  return word === 'final_answer' ? 'answer' : undefined;
}
