import { isQueued } from '@toolthread/core/summary';
import type { ContentPart } from '@toolthread/core';
import type { Hono } from 'hono';
import { stateAt } from '../../events/state-at.ts';
import { messageBody, partsOfWords, readBody, wordsBody } from '../../http/body/read-body.ts';
import { sendJson } from '../../http/send-json.ts';
import { type Http, refuse, type HttpContext } from '../../http/http.ts';
import { ledgerProblem, problem } from '../../http/problem.ts';
import { changeableMessage } from './changeable-message.ts';
import { keptParts } from './kept-parts.ts';
import { nameOf, personOf } from './person-of.ts';
import { postMessages } from './post-messages.ts';
import { sendMessages } from './send-messages.ts';
import type { Services } from '../services.ts';

/** What is said, what became of it, and what can still be said otherwise. */
export function messageRoutes(app: Hono<Http>, services: Services): void {
  const { ledger } = services;

  app.get('/api/threads/:id/messages', (c) => sendMessages(c, services, 'object'));

  app.post('/api/threads/:id/messages', async (c) => {
    const body = await readBody(c, messageBody);
    if (!body.ok) return refuse(c, body.problem);
    const { text: _text, parts: _parts, ...rest } = body.value;
    const thread = c.req.param('id');
    // Before anything is kept that nobody would name.
    const known = await ledger.thread(thread);
    if (!known.ok) return refuse(c, ledgerProblem(known.error));
    const parts = await keptParts(services, partsOfWords(body.value), c.get('reads'));
    if ('status' in parts) return refuse(c, parts);
    const by = c.get('by');
    const posted = await postMessages(services, thread, by, [
      { type: 'message.posted', ...personOf(by), parts, ...rest },
    ]);
    return 'status' in posted ? refuse(c, posted) : sendJson(c, { event: posted[0] }, 201);
  });

  app.put('/api/threads/:id/messages/:seq', async (c) => {
    const body = await readBody(c, wordsBody);
    return body.ok ? changeMessage(c, services, partsOfWords(body.value)) : refuse(c, body.problem);
  });

  app.delete('/api/threads/:id/messages/:seq', (c) => changeMessage(c, services, []));
}

/**
 * Whether the change came in time is what the fold says of it, and not what it looked like before: a step may have read the
 * message meanwhile. Nobody has to be woken: posting the message has done that.
 */
async function changeMessage(c: HttpContext, services: Services, said: readonly ContentPart[]): Promise<Response> {
  const { ledger } = services;
  const thread = c.req.param('id') ?? '';
  const by = c.get('by');
  const message = await changeableMessage(services, thread, c.req.param('seq') ?? '', by);
  if (typeof message !== 'number') return refuse(c, message);
  const before = await ledger.shown(thread);
  if (!before.ok) return refuse(c, ledgerProblem(before.error));
  if (!isQueued(before.value, message)) return refuse(c, TOO_LATE);
  const parts = await keptParts(services, said, c.get('reads'));
  if ('status' in parts) return refuse(c, parts);
  const changed = await ledger.append(thread, [{ type: 'message.changed', message, ...nameOf(by), parts }]);
  if (!changed.ok) return refuse(c, ledgerProblem(changed.error));
  const seq = changed.value[0]?.seq ?? 0;
  // What the change met.
  const then = await stateAt(services.shown, before.value, seq - 1);
  if (!then.ok) return refuse(c, ledgerProblem(then.error));
  return isQueued(then.value, message) ? c.json({ seq }) : refuse(c, TOO_LATE);
}

const TOO_LATE = problem(409, 'too_late', 'The message was already read or withdrawn. Post a new one instead.');
