import { type ContentPart, type EventDraft, HUMAN, type ThreadState } from '@toolthread/core';
import { messageBoundaries } from '@toolthread/core/queries';
import { type Problem, problem } from '../../http/problem.ts';
import { notYours } from './not-yours.ts';
import { nameOf, personOf } from './person-of.ts';
import type { RewindPlan } from './rewind.ts';

/** A message that is said otherwise, or answered again. */
export interface Again {
  readonly message: number;
  /** Without: the same words. */
  readonly parts: readonly ContentPart[] | undefined;
  readonly by: string;
  readonly mentions?: readonly string[];
  readonly client_id?: string;
}

/** What is to be written, for the thread as it is; or why it cannot be. */
export function againPlan(state: ThreadState, { message, parts, by, ...rest }: Again): RewindPlan | Problem {
  if (state.queue.said.has(String(message)) || state.queue.held.has(String(message))) return UNREAD;
  const found = messageBoundaries(state, message);
  if (found === undefined) return NOT_HERE;
  const { said, before, unread } = found;
  if (said.message.author !== HUMAN) return AN_AGENTS;
  if (parts === undefined) return { to: unread, anew: [], goesOn: true };
  const refused = notYours(said.message, by);
  if (refused !== undefined) return refused;
  if (before === undefined) {
    // It waited for the end of a run, or was changed while it waited: it keeps its place, and has other words there.
    const changed: EventDraft = { type: 'message.changed', message, ...nameOf(by), parts };
    return { to: unread, anew: [changed], goesOn: true };
  }
  const anew: EventDraft = { type: 'message.posted', ...personOf(by), parts, delivery: 'now', ...rest };
  return { to: before, anew: [anew], goesOn: false };
}

const UNREAD = problem(409, 'not_read_yet', 'No agent has read this message yet. Edit or withdraw it instead.');
const AN_AGENTS = problem(400, 'not_yours', 'Only what a person said can be said again.');
const NOT_HERE = problem(
  409,
  'not_here_any_more',
  'This is no longer in the thread: somebody has rewound it. Reload the thread.',
);
