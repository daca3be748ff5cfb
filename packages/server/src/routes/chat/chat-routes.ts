import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ThreadState } from '@toolthread/core';
import { type UiMessage, uiMessagesInPieces } from '@toolthread/core/adapters';
import type { Hono } from 'hono';
import { beginEventStream } from '../../events/begin-event-stream.ts';
import type { FollowOptions } from '../../events/follow-thread.ts';
import { stateAt } from '../../events/state-at.ts';
import { streamFrames } from '../../events/stream-frames.ts';
import { chatBody } from '../../http/body/chat-body.ts';
import { type Http, type HttpContext, refuse } from '../../http/http.ts';
import { ledgerProblem } from '../../http/problem.ts';
import { readBody } from '../../http/body/read-body.ts';
import { type ChatPlace, hasRested, lastSaid, type Said } from './chat-place.ts';
import { goneBetween } from './gone-between.ts';
import { chatFrames } from './chat-frames.ts';
import { forSdk6, SDK_VERSION } from './for-sdk-6.ts';
import { takeChat } from './take-chat.ts';
import { senderOf } from '../messages/person-of.ts';
import { sendMessages } from '../messages/send-messages.ts';
import type { Services } from '../services.ts';

/** `basePath`: where the server is reached, for the addresses of files. */
export interface BridgeOptions extends FollowOptions {
  readonly basePath: string;
}

/** For pages that use the AI SDK's `useChat`: a chat is a thread. */
export function chatRoutes(app: Hono<Http>, services: Services, options: BridgeOptions): void {
  const { ledger } = services;
  const { basePath } = options;

  app.post('/api/chat', async (c) => {
    const body = await readBody(c, chatBody);
    if (!body.ok) return refuse(c, body.problem);
    const place = await takeChat(services, body.value, senderOf(c, basePath));
    if ('status' in place) return refuse(c, place);
    return streamReply(c, services, body.value.id, place, options);
  });

  app.get('/api/chat/:id/messages', (c) =>
    sendMessages(c, services, 'object', (state) => chatMessages(state, basePath)),
  );

  app.get('/api/chat/:id/stream', async (c) => {
    const thread = c.req.param('id');
    const state = await ledger.shown(thread);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const said = lastSaid(state.value);
    if (said === undefined || c.req.method === 'HEAD' || isUnanswered(state.value, said)) return c.body(null, 204);
    const { message, since } = said;
    return streamReply(c, services, thread, { message: message.seq, since, after: since, rested: since }, options);
  });
}

/** Nothing was told since, and nobody will. */
function isUnanswered(state: ThreadState, said: Said): boolean {
  return state.log.last() === said && hasRested(state, said.since);
}

async function streamReply(
  c: HttpContext,
  { ledger, shown }: Services,
  thread: string,
  place: ChatPlace,
  { basePath, ...options }: BridgeOptions,
): Promise<Response> {
  const now = await ledger.shown(thread);
  if (!now.ok) return refuse(c, ledgerProblem(now.error));
  const state = await stateAt(shown, now.value, place.since);
  if (!state.ok) return refuse(c, ledgerProblem(state.error));
  const gone = await goneBetween(shown, state.value, now.value.seq);
  if (!gone.ok) return refuse(c, ledgerProblem(gone.error));
  const response = beginEventStream(c, { 'x-vercel-ai-ui-message-stream': 'v1' });
  const written = chatFrames(state.value, place, gone.value, basePath);
  const writer = c.req.header(SDK_VERSION) === '6' ? forSdk6(written) : written;
  void streamFrames(response, { thread, after: place.since }, writer, { ...options, shown });
  return RESPONSE_ALREADY_SENT;
}

function* chatMessages(state: ThreadState, basePath: string): Generator<readonly UiMessage[]> {
  for (const message of uiMessagesInPieces(state, basePath)) yield [message];
}
