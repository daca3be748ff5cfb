import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { beginEventStream } from '../../events/begin-event-stream.ts';
import { stateAt } from '../../events/state-at.ts';
import { streamFrames } from '../../events/stream-frames.ts';
import { agUiBody } from '../../http/body/ag-ui-body.ts';
import { type Http, refuse } from '../../http/http.ts';
import { ledgerProblem } from '../../http/problem.ts';
import { readBody } from '../../http/body/read-body.ts';
import { agUiFrames } from './ag-ui-frames.ts';
import { senderOf } from '../messages/person-of.ts';
import { takeAgUi } from './take-ag-ui.ts';
import type { BridgeOptions } from '../chat/chat-routes.ts';
import type { Services } from '../services.ts';

/** For clients of AG-UI: an agent's thread is a thread, and each of its runs a look at it. */
export function agUiRoutes(app: Hono<Http>, services: Services, { basePath, ...options }: BridgeOptions): void {
  const { ledger, shown } = services;

  app.post('/api/ag-ui', async (c) => {
    const body = await readBody(c, agUiBody);
    if (!body.ok) return refuse(c, body.problem);
    const place = await takeAgUi(services, body.value, senderOf(c, basePath));
    if ('status' in place) return refuse(c, place);
    const { threadId: thread } = body.value;
    const now = await ledger.shown(thread);
    if (!now.ok) return refuse(c, ledgerProblem(now.error));
    const state = await stateAt(shown, now.value, place.since);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const writer = agUiFrames(state.value, place, body.value, basePath);
    void streamFrames(beginEventStream(c), { thread, after: place.since }, writer, { ...options, shown });
    return RESPONSE_ALREADY_SENT;
  });
}
