import { HUMAN } from '@toolthread/core';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { notYours } from './not-yours.ts';
import type { Services } from '../services.ts';

const NO_SUCH_MESSAGE = problem(404, 'no_such_message', 'There is no such message.');
const AN_AGENTS = problem(400, 'not_yours', 'Only what a person said can be changed.');

/** The `seq` of a message that a person posted, and that the caller may change: their own, or any where a token lets them in. */
export async function changeableMessage(
  { shown }: Pick<Services, 'shown'>,
  thread: string,
  seq: string,
  by: string,
): Promise<number | Problem> {
  if (!/^[1-9]\d{0,14}$/.test(seq)) return NO_SUCH_MESSAGE;
  const events = await shown.read(thread, { after: Number(seq) - 1, limit: 1 });
  if (!events.ok) return ledgerProblem(events.error);
  const [event] = events.value;
  if (event?.type !== 'message.posted') return NO_SUCH_MESSAGE;
  if (event.author !== HUMAN) return AN_AGENTS;
  return notYours(event, by) ?? event.seq;
}
