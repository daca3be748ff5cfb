import type { ThreadConnection } from '@toolthread/client';
import type { ThreadActions } from '@toolthread/react';
import type { RefObject } from 'react';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** The ways back in a thread that lead to the composer or to another page. What they need is fetched when somebody goes. */
export function goingBack(
  connection: ThreadConnection,
  { rewind }: Pick<ThreadActions, 'rewind'>,
  input: RefObject<HTMLTextAreaElement | null>,
  say: PageLanguage['say'],
): Pick<ThreadActions, 'rewind' | 'fork'> {
  return {
    ...(rewind && {
      rewind: async (to, options) => {
        const problem = await rewind(to, options);
        if (problem !== undefined) return problem;
        const { writeWords } = await import('../composer/write-words.ts');
        writeWords(input.current, options.words ?? '');
        return undefined;
      },
    }),
    fork: async (upTo, { words = '' }) => {
      const { forkFrom } = await import('./fork-from.ts');
      return forkFrom(connection.state(), { upTo, words, say });
    },
  };
}
