import type { ThreadActions } from '@toolthread/react';

type Words = Pick<ThreadActions, 'say' | 'again'>;

/** Whoever says something wants to see what comes of it: `toEnd` is called once the server has taken it. */
export function followOwnWords({ say, again }: Words, toEnd: () => void): Words {
  const followed = async (outcome: Promise<string | undefined>): Promise<string | undefined> => {
    const problem = await outcome;
    if (problem === undefined) toEnd();
    return problem;
  };
  return {
    ...(say && { say: (text) => followed(say(text)) }),
    ...(again && { again: (message, options) => followed(again(message, options)) }),
  };
}
