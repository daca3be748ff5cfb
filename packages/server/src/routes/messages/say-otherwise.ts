import { isDeepStrictEqual } from 'node:util';
import type { ContentPart, LedgerEvent, ThreadState } from '@toolthread/core';
import { type Problem, problem } from '../../http/problem.ts';
import type { Said } from '../chat/chat-place.ts';
import { notYours } from './not-yours.ts';
import { personOf } from './person-of.ts';
import { rewind } from './rewind.ts';
import type { Services } from '../services.ts';

/** Whether these are the words of the message: sent again they are the same one. */
export function hasSameWords({ message }: Said, parts: readonly ContentPart[]): boolean {
  return isDeepStrictEqual(message.parts.map(unsized), parts.map(unsized));
}

/** The address of a blob does not tell its size. */
function unsized(part: ContentPart): ContentPart {
  if (!('source' in part) || part.source.kind !== 'blob') return part;
  return { ...part, source: { ...part.source, size: 0 } };
}

/** What a person said takes the place of a message, and what came after that is taken back. */
export async function sayOtherwise(
  services: Services,
  state: ThreadState,
  said: Said,
  { parts, by }: { readonly parts: readonly ContentPart[]; readonly by: string },
): Promise<readonly LedgerEvent[] | Problem> {
  const refused = notYours(said.message, by);
  if (refused !== undefined) return refused;
  // The same id is another message's: the page's own is what is before the mark.
  const client_id = `${said.id}~${state.seq}`;
  const anew = { type: 'message.posted', ...personOf(by), parts, delivery: 'now', client_id } as const;
  return rewind(services, state.id, by, () => ({ to: said.message.seq - 1, anew: [anew], goesOn: false }));
}

export const CANNOT_REGENERATE: Problem = problem(409, 'cannot_regenerate', 'There is no such answer to regenerate.');

/** Back to what a person said, which is then unread again. */
export async function answerAnew(
  services: Services,
  state: ThreadState,
  said: Said,
  by: string,
): Promise<readonly LedgerEvent[] | Problem> {
  // One that was changed, or waited for a run, has no boundary of its own to go back to.
  if (said.since !== said.message.seq) return CANNOT_REGENERATE;
  return rewind(services, state.id, by, () => ({ to: said.message.seq, anew: [], goesOn: true }));
}
