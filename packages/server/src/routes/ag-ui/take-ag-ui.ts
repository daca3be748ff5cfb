import { isDeepStrictEqual } from 'node:util';
import { isPersonsWord } from '@toolthread/core/queries';
import { type ContentPart, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { agUiMessagesInPieces, agUiParts } from '@toolthread/core/adapters';
import { bytesUrl, fieldsOf } from '@toolthread/core/json';
import { blobsIn, eventLoop } from '@toolthread/store';
import { type AgUiBody, agUiContent } from '../../http/body/ag-ui-body.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { BAD_ID, clientId } from '../../http/body/read-body.ts';
import { byteSource } from '../chat/byte-source.ts';
import { findSaid, lastSaid, type Said } from '../chat/chat-place.ts';
import { keptParts } from '../messages/kept-parts.ts';
import { missingBlob } from '../messages/missing-blob.ts';
import { type Posted, postMessages } from '../messages/post-messages.ts';
import { readOnlySession } from '../../sessions/read-only-session.ts';
import { wordsRefusal } from '../../spending/spending-refusal.ts';
import type { Services } from '../services.ts';
import { personOf, type Sender } from '../messages/person-of.ts';
import { answerAnew, CANNOT_REGENERATE, hasSameWords, sayOtherwise } from '../messages/say-otherwise.ts';
import { withBlobs } from '../messages/with-blobs.ts';
import { takeResume } from './take-resume.ts';

/** Where the stream begins. */
export interface AgUiPlace {
  /** The client gets the thread as it is after this event, and then what follows. */
  readonly since: number;
  /** The run has had its say once it has spoken after this event, and rests. Undefined: there is nothing to wait for. */
  readonly rested: number | undefined;
  /** What others have settled before, and otherwise. */
  readonly late: readonly string[];
}

/**
 * What a client sends is all that it has, and none of it is believed but what is new: what a person says at the end of it, decides or
 * answers. All else is in the ledger.
 */
export async function takeAgUi(services: Services, body: AgUiBody, sender: Sender): Promise<AgUiPlace | Problem> {
  const unchangeable = readOnlySession(body.threadId);
  if (unchangeable !== undefined) return unchangeable;
  const state = await services.ledger.shown(body.threadId);
  if (!state.ok) return state.error.code === 'no_such_thread' ? NO_SUCH_THREAD : ledgerProblem(state.error);
  const anew = await takeAnew(services, state.value, body, sender);
  if (anew !== undefined) return anew;
  const drafts = newMessages(state.value, body.messages, sender);
  if ('status' in drafts) return drafts;
  const missing = await missingBlob(
    services,
    drafts.flatMap(({ parts }) => [...blobsIn(parts)]),
    sender.reads,
  );
  if (missing !== undefined) return missing;
  const over = drafts.length === 0 ? undefined : await wordsRefusal(services, state.value.id, sender.by, drafts);
  if (over !== undefined) return over;
  const answered = await takeResume(services, state.value.id, body.resume ?? [], sender);
  if ('status' in answered) return answered;
  const { last, late } = answered;
  if (drafts.length === 0) {
    const said = lastSaid(state.value)?.since ?? 0;
    const rested = Math.max(last, said);
    return { since: Math.max(last, state.value.seq), rested: rested === 0 ? undefined : rested, late };
  }
  const kept: Posted[] = [];
  for (const draft of drafts) {
    const parts = await withBlobs(services, draft.parts);
    if (!parts.ok) return ledgerProblem(parts.error);
    kept.push({ ...draft, parts: parts.value });
  }
  const written = await postMessages(services, state.value.id, sender.by, kept);
  return 'status' in written ? written : { ...after(written), late };
}

function after(events: readonly LedgerEvent[]): Pick<AgUiPlace, 'since' | 'rested'> {
  const since = events.at(-1)?.seq ?? 0;
  return { since, rested: since };
}

/**
 * By the rule of `/api/chat`: a message of a person that is last, is known and has other words takes that one's place. An answer is
 * given again only where the client asks for it: a list that ends before the answer is also what a client has after a cut.
 */
async function takeAnew(
  services: Services,
  state: ThreadState,
  { messages, forwardedProps }: AgUiBody,
  { basePath, by, reads }: Sender,
): Promise<AgUiPlace | Problem | undefined> {
  const isAgain = fieldsOf(fieldsOf(forwardedProps)['toolthread'])['regenerate'] === true;
  const last = isAgain ? messages.findLast(({ role }) => role === 'user') : messages.at(-1);
  const said = last?.['role'] === 'user' ? findSaid(state, (each) => each.id === last['id']) : undefined;
  if (isAgain && said === undefined) return CANNOT_REGENERATE;
  if (last === undefined || said === undefined) return undefined;
  if (isAgain) return placed(await answerAnew(services, state, said, by));
  for (const some of agUiMessagesInPieces(state, basePath)) {
    await eventLoop.next();
    const had = some.find(({ id }) => id === last['id']);
    if (had !== undefined && isDeepStrictEqual(had['content'], last['content'])) return undefined;
  }
  const given = partsOfContent(last['content'], basePath);
  if ('status' in given) return given;
  const parts = await keptParts(services, given, reads);
  if ('status' in parts) return parts;
  if (hasSameWords(said, parts)) return undefined;
  if (!knows(messages, state, said)) return UNKNOWN_BEFORE;
  return placed(await sayOtherwise(services, state, said, { parts, by }));
}

/** Whether a client can mean that message: it has all that people said before it. A new one may have come by the same id. */
function knows(messages: AgUiBody['messages'], { log }: ThreadState, said: Said): boolean {
  const had = new Set<unknown>(messages.map(({ id }) => id));
  for (const entry of log) {
    if (entry === said) return true;
    if (entry.kind === 'message' && isPersonsWord(entry.message) && !had.has(entry.id)) return false;
  }
  return true;
}

const UNKNOWN_BEFORE = problem(
  409,
  'message_conflict',
  'Another message of the thread has this id. To edit that one, send what people said before it, too; for a new one, give another id.',
);

function placed(written: readonly LedgerEvent[] | Problem): AgUiPlace | Problem {
  return 'status' in written ? written : { ...after(written), late: [] };
}

const NO_SUCH_THREAD = problem(
  404,
  'no_such_thread',
  'There is no such thread. Make one with POST /api/threads, and give its id as the threadId.',
);

/** What is at the end, is a person’s, and is not in the thread yet. */
function newMessages(
  state: ThreadState,
  messages: AgUiBody['messages'],
  { basePath, by }: Sender,
): readonly Posted[] | Problem {
  const known = new Set<unknown>();
  for (const entry of state.log) if (entry.kind === 'message' && isPersonsWord(entry.message)) known.add(entry.id);
  const last = messages.findLastIndex(({ role, id }) => role !== 'user' || known.has(id));
  if (messages.length - last - 1 > MOST_NEW) return TOO_MANY;
  const drafts: Posted[] = [];
  for (const { id, content } of messages.slice(last + 1)) {
    const client = clientId.safeParse(id);
    if (!client.success) return BAD_ID;
    const parts = partsOfContent(content, basePath);
    if ('status' in parts) return parts;
    drafts.push({ type: 'message.posted', ...personOf(by), parts, delivery: 'now', client_id: client.data });
  }
  return drafts;
}

/** Each is an event of its own, and all are written together. */
const MOST_NEW = 100;
const TOO_MANY = problem(
  400,
  'bad_body',
  `More than ${MOST_NEW} messages at the end are new. Send the first ones before the others.`,
);
const BAD_CONTENT = problem(
  400,
  'bad_body',
  'A message of a person is a text, or a list of texts and of media whose source is data in base64 or a blob that is here.',
);

function partsOfContent(content: unknown, basePath: string): readonly ContentPart[] | Problem {
  if (!agUiContent.safeParse(content).success) return BAD_CONTENT;
  const parts: ContentPart[] = [];
  for (const part of agUiParts(content)) {
    if (part.type !== 'image' && part.type !== 'file') {
      parts.push(part);
      continue;
    }
    const source = byteSource(addressOf(part), basePath);
    if (source === undefined) return BAD_CONTENT;
    parts.push({ ...part, source, ...(part.name === undefined ? {} : { name: part.name.slice(0, 1000) }) });
  }
  return parts.length === 0 ? BAD_CONTENT : parts;
}

/** Of media that a client names by an address or gives as data; it knows no others. */
function addressOf({ media_type: mediaType, source }: Extract<ContentPart, { type: 'image' | 'file' }>): string {
  if (source.kind === 'base64') return bytesUrl({ mediaType, data: source.data });
  return source.kind === 'url' ? source.url : '';
}
