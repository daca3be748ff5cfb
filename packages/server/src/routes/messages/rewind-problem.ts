import type { ThreadState } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';
import { type Problem, problem } from '../../http/problem.ts';
import { notYours } from './not-yours.ts';

const TAKES_ANOTHERS = problem(
  403,
  'not_yours',
  'This would undo what somebody else said. Post a new message instead, or ask them to rewind.',
);

/** Why the caller may not go back to event `to`: what was said since is taken back, and some of it is somebody else’s. */
export function rewindProblem({ log, queue, requests }: ThreadState, to: number, by: string): Problem | undefined {
  for (const entry of log)
    if (
      entry.kind === 'message' &&
      isPersonsWord(entry.message) &&
      entry.message.seq > to &&
      notYours(entry.message, by)
    )
      return TAKES_ANOTHERS;
  for (const [, { message }] of queue.held.entries())
    if (isPersonsWord(message) && message.seq > to && notYours(message, by)) return TAKES_ANOTHERS;
  // An answer or a decision is said, too. What has no name ran out, or was withdrawn by the program.
  for (const [, { settled }] of requests.entries())
    if (settled?.by !== undefined && settled.seq > to && notYours(settled, by)) return TAKES_ANOTHERS;
  return undefined;
}
