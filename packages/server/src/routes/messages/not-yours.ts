import { HUMAN } from '@toolthread/core';
import { type Problem, problem } from '../../http/problem.ts';

const ANOTHERS = problem(403, 'not_yours', 'This message is another person’s. Only they can edit or withdraw it.');

/** Why the caller may not change what a person said: they may where it is their own, and everywhere where a token lets them in. */
export function notYours(message: { readonly by?: string | undefined }, by: string): Problem | undefined {
  return by === HUMAN || message.by === by ? undefined : ANOTHERS;
}
