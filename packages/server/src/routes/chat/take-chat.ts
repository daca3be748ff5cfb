import { type ContentPart, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { uiReplyId } from '@toolthread/core/adapters';
import type { ChatBody } from '../../http/body/chat-body.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { BAD_ID, clientId } from '../../http/body/read-body.ts';
import { personOf, type Sender } from '../messages/person-of.ts';
import { keptParts } from '../messages/kept-parts.ts';
import { postMessages } from '../messages/post-messages.ts';
import { readOnlySession } from '../../sessions/read-only-session.ts';
import type { Services } from '../services.ts';
import { answerAnew, CANNOT_REGENERATE, hasSameWords, sayOtherwise } from '../messages/say-otherwise.ts';
import { type ChatPlace, findSaid, hasRested, lastSaid, type Said } from './chat-place.ts';
import { saidParts } from './said-parts.ts';
import type { Decider } from '../requests/settle-request.ts';
import { lateDecision, takeAnswers } from './take-answers.ts';

/**
 * What a page sends is the whole chat, and none of it is believed but what is new: what a person says, says otherwise, decides or
 * answers. All else is in the ledger.
 */
export async function takeChat(
  services: Services,
  { id, messages, trigger, messageId }: ChatBody,
  sender: Sender,
): Promise<ChatPlace | Problem> {
  const { basePath, by, reads } = sender;
  const kept = readOnlySession(id);
  if (kept !== undefined) return kept;
  const state = await services.ledger.shown(id);
  if (!state.ok) {
    if (state.error.code === 'no_such_thread') return NO_SUCH_CHAT;
    return ledgerProblem(state.error);
  }
  const last = messages.at(-1);
  if (trigger === 'regenerate-message') return regenerate(services, state.value, messageId, by);
  if (last?.['role'] === 'assistant') {
    const place = await goOn(services, state.value, last, sender);
    return place === NOTHING_NEW ? (lateDecision(state.value, messages) ?? place) : place;
  }
  if (last?.['role'] !== 'user')
    return problem(400, 'bad_body', 'The last message is neither the person’s nor the assistant’s.');
  const given = saidParts(last['parts'], basePath);
  if ('status' in given) return given;
  const parts = await keptParts(services, given, reads);
  if ('status' in parts) return parts;
  return say(services, state.value, { id: last['id'], parts, by });
}

const NO_SUCH_CHAT = problem(
  404,
  'no_such_thread',
  'There is no such thread. Make one with POST /api/threads, and give its id to useChat.',
);
const NOTHING_NEW = problem(
  409,
  'nothing_new',
  'There is no new message, decision or answer, and no agent is working.',
);

/** A message that the page has sent before with the same words is the same one, sent again. With others it takes that one's place. */
async function say(
  services: Services,
  state: ThreadState,
  { id, parts, by }: { readonly id: unknown; readonly parts: readonly ContentPart[]; readonly by: string },
): Promise<ChatPlace | Problem> {
  const known = findSaid(state, (said) => said.id === id);
  if (known !== undefined) {
    if (hasSameWords(known, parts)) return whole(known);
    const written = await sayOtherwise(services, state, known, { parts, by });
    return 'status' in written ? written : after(written);
  }
  const client = clientId.safeParse(id);
  if (!client.success) return BAD_ID;
  const posted = { type: 'message.posted', ...personOf(by), parts, delivery: 'now', client_id: client.data } as const;
  const written = await postMessages(services, state.id, by, [posted]);
  return 'status' in written ? written : after(written);
}

/** The turn is told from its start on: what the person said is the last that the page has. */
function whole({ message, since }: Pick<Said, 'message' | 'since'>): ChatPlace {
  return { message: message.seq, since, after: since, rested: since };
}

function after(events: readonly LedgerEvent[]): ChatPlace | Problem {
  const message = events.find((event) => event.type === 'message.posted');
  return message === undefined ? CANNOT_REGENERATE : whole({ message, since: message.seq });
}

/** Back to what the person said, which is then unread again. */
async function regenerate(
  services: Services,
  state: ThreadState,
  id: string | undefined,
  by: string,
): Promise<ChatPlace | Problem> {
  const said = id === undefined ? lastSaid(state) : findSaid(state, isAnsweredBy(id));
  if (said === undefined) return CANNOT_REGENERATE;
  const written = await answerAnew(services, state, said, by);
  if ('status' in written) return written;
  const to = said.message.seq;
  return { message: to, since: to, after: to, rested: to };
}

function isAnsweredBy(id: unknown): (said: Said) => boolean {
  return ({ message }) => uiReplyId(message) === id;
}

/** The page goes on with the assistant's message: it has decided or answered, or wants to read along. */
async function goOn(
  services: Services,
  state: ThreadState,
  message: Readonly<Record<string, unknown>>,
  decider: Decider,
): Promise<ChatPlace | Problem> {
  const said = findSaid(state, isAnsweredBy(message['id']));
  if (said === undefined) return NOTHING_NEW;
  const answered = await takeAnswers(services, state, message, decider);
  if (typeof answered !== 'number') return answered;
  // A message that somebody spoke after is told to its end: a page that asks for more would ask again and again.
  if (answered === 0 && (hasRested(state, said.since) || said !== lastSaid(state))) return NOTHING_NEW;
  return { message: said.message.seq, since: said.since, after: state.seq, rested: Math.max(answered, said.since) };
}
