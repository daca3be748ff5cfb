import { isDeepStrictEqual } from 'node:util';
import { type ContentPart, type EventDraft, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { uiMessageId } from '@toolthread/core/adapters';
import { textOf } from '@toolthread/core/json';
import type { ChatBody } from '../../http/chat-body.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { clientId } from '../../http/read-body.ts';
import { personOf, type Sender } from '../person-of.ts';
import { keptParts } from '../kept-parts.ts';
import type { Services } from '../services.ts';
import { type ChatPlace, findSaid, hasRested, lastSaid, type Said } from './chat-place.ts';
import { saidParts } from './said-parts.ts';
import { takeAnswers } from './take-answers.ts';

/**
 * What a page sends is the whole chat, and none of it is believed but what is new: what a person says, says otherwise, decides or
 * answers. All else is in the ledger.
 */
export async function takeChat(
  services: Services,
  { id, messages, trigger, messageId }: ChatBody,
  { basePath, by }: Sender,
): Promise<ChatPlace | Problem> {
  const state = await services.ledger.shown(id);
  if (!state.ok) {
    if (state.error.code === 'no_such_thread') return NO_SUCH_CHAT;
    return ledgerProblem(state.error);
  }
  const last = messages.at(-1);
  if (trigger === 'regenerate-message') return regenerate(services, state.value, messageId);
  if (last?.['role'] === 'assistant') return goOn(services, state.value, last, by);
  if (last?.['role'] !== 'user')
    return problem(400, 'bad_body', 'The last message is neither the person’s nor the assistant’s.');
  const said = clientId.safeParse(last['id']);
  if (!said.success)
    return problem(400, 'bad_body', 'The id of a message has 1 to 128 letters, digits and the characters . : - _');
  const given = saidParts(last['parts'], basePath);
  if ('status' in given) return given;
  const parts = await keptParts(services, given);
  if ('status' in parts) return parts;
  return say(services, state.value, { id: said.data, parts, by });
}

const NO_SUCH_CHAT = problem(
  404,
  'no_such_thread',
  'There is no such thread. Make one with POST /api/threads, and give its id to useChat.',
);
const BUSY = problem(409, 'busy', 'Somebody is at work in this thread, or waits for you. Stop the run first.');
const CANNOT_REGENERATE = problem(409, 'cannot_regenerate', 'There is no such answer that could be given anew.');
const NOTHING_NEW = problem(409, 'nothing_new', 'Nothing new was said, decided or answered, and nobody is at work.');

/** A message that the page has sent before with the same words is the same one, sent again. With others it takes that one's place. */
async function say(
  services: Services,
  state: ThreadState,
  { id, parts, by }: { readonly id: string; readonly parts: readonly ContentPart[]; readonly by: string },
): Promise<ChatPlace | Problem> {
  const known = findSaid(state, (said) => uiMessageId(said) === id);
  if (known !== undefined && isDeepStrictEqual(known.message.parts.map(unsized), parts.map(unsized)))
    return whole(known);
  const posted = { type: 'message.posted', ...personOf(by), parts, delivery: 'now' } as const;
  if (known !== undefined) {
    // The same id is another message's: the page's own is what stands before the mark.
    const anew: EventDraft = { ...posted, client_id: `${id}~${state.seq}` };
    return rewind(services, state.id, known.message.seq - 1, [anew]);
  }
  const written = await services.ledger.append(state.id, [{ ...posted, client_id: id }]);
  if (!written.ok) return ledgerProblem(written.error);
  services.runner.wake(state.id);
  return after(written.value);
}

/** The address of a blob does not tell its size. */
function unsized(part: ContentPart): ContentPart {
  if (!('source' in part) || part.source.kind !== 'blob') return part;
  return { ...part, source: { ...part.source, size: 0 } };
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
): Promise<ChatPlace | Problem> {
  const said = id === undefined ? lastSaid(state) : findSaid(state, ({ message }) => `reply-${message.seq}` === id);
  // One that was changed, or waited for a run, has no boundary of its own to go back to.
  if (said === undefined || said.since !== said.message.seq) return CANNOT_REGENERATE;
  return rewind(services, state.id, said.message.seq, []);
}

/** While nobody is at work: nothing is taken back under their hands. */
async function rewind(
  { runner }: Services,
  thread: string,
  to: number,
  then: readonly EventDraft[],
): Promise<ChatPlace | Problem> {
  const written = await runner.alone(thread, ({ append }) => append([{ type: 'thread.rewound', to }, ...then]));
  if (written === undefined) return BUSY;
  runner.wake(thread);
  return then.length === 0 ? { message: to, since: to, after: to, rested: to } : after(written);
}

/** The page goes on with the assistant's message: it has decided or answered, or wants to read along. */
async function goOn(
  services: Services,
  state: ThreadState,
  message: Readonly<Record<string, unknown>>,
  by: string,
): Promise<ChatPlace | Problem> {
  const said = lastSaid(state);
  if (said === undefined || textOf(message['id']) !== `reply-${said.message.seq}`) return NOTHING_NEW;
  const answered = await takeAnswers(services, state, message, by);
  if (typeof answered !== 'number') return answered;
  if (answered === 0 && hasRested(state, said.since)) return NOTHING_NEW;
  return { message: said.message.seq, since: said.since, after: state.seq, rested: Math.max(answered, said.since) };
}
