import type { ThreadConnection } from '@toolthread/client';
import type { ActionOutcome, ThreadActions } from '@toolthread/react';
import type { RefObject } from 'react';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** The ways back in a thread that lead to the composer or to another page. What they need is fetched when somebody goes. `onLeft`: told words for which there was no room. */
export function goingBack(
  connection: ThreadConnection,
  { rewind, takeBack }: Pick<ThreadActions, 'rewind' | 'takeBack'>,
  input: RefObject<HTMLTextAreaElement | null>,
  say: PageLanguage['say'],
  onLeft: (words: string) => void,
): Pick<ThreadActions, 'rewind' | 'fork' | 'takeBack'> {
  const thenWrite = async (done: ActionOutcome, words: string | undefined, stay?: 'stay'): ActionOutcome => {
    const problem = await done;
    if (problem !== undefined || words === undefined) return problem;
    const { writeWords } = await import('../composer/write-words.ts');
    // What is being written stays: whoever went back is told that the other words were not put in its place.
    if (!writeWords(input.current, words, stay) && words !== '') onLeft(words);
    return undefined;
  };
  return {
    ...(rewind && { rewind: (to, options) => thenWrite(rewind(to, options), options.words ?? '') }),
    ...(takeBack && { takeBack: (message, words) => thenWrite(takeBack(message, words), words, 'stay') }),
    fork: async (upTo, { words = '' }) => {
      const { forkFrom } = await import('./fork-from.ts');
      return forkFrom(connection.state(), { upTo, words, say });
    },
  };
}
