import { matchedRoutes } from 'hono/route';
import { agUiBody } from '../http/body/ag-ui-body.ts';
import { chatBody } from '../http/body/chat-body.ts';
import type { HttpContext } from '../http/http.ts';
import type { Problem } from '../http/problem.ts';
import { type Body, readBody } from '../http/body/read-body.ts';
import type { Action } from './may.ts';

/**
 * Whom a route is for. `nobody yet`: it lets in, and is asked before anybody is known. `everybody`: whoever was let in, because it tells nothing of any thread.
 * `people`: not for visitors with a link; what it gives is the caller's own. `operator`: whoever all threads are open to.
 * Else: whoever may do that in the thread which the request names.
 */
export type RouteRule =
  | { readonly isFor: 'nobody yet' | 'everybody' | 'people' | 'operator' }
  | { readonly isFor: Action; readonly thread: (c: HttpContext) => Promise<string | Problem> };

const everybody: RouteRule = { isFor: 'everybody' };
const people: RouteRule = { isFor: 'people' };
const operator: RouteRule = { isFor: 'operator' };

/** The thread is in the address. */
function inThread(isFor: Action): RouteRule {
  return { isFor, thread: async (c) => paramOfRoute(c, 'id') };
}

/** Just what the route itself will take it for, however it is written in the address. */
function paramOfRoute(c: HttpContext, name: string): string {
  const { req } = c;
  const before = req.routeIndex;
  req.routeIndex = matchedRoutes(c).findIndex(({ method }) => method !== 'ALL');
  const value = req.param(name);
  req.routeIndex = before;
  return value ?? '';
}

/** The thread is in what is sent. */
function inBody<T>(isFor: Action, body: Body<T>, threadOf: (value: T) => string): RouteRule {
  return {
    isFor,
    thread: async (c) => {
      const read = await readBody(c, body);
      return read.ok ? threadOf(read.value) : read.problem;
    },
  };
}

/** Every route that somebody has to be let in for. One that is missing here answers nobody. */
export const routeRules: Readonly<Record<string, RouteRule>> = {
  'GET /api/openapi.json': everybody,
  'GET /api/health': everybody,
  'GET /api/info': everybody,
  'POST /api/session': everybody,
  'POST /api/sign-in': { isFor: 'nobody yet' },
  'GET /api/sign-ins': people,
  'DELETE /api/sign-ins/:id': people,
  'GET /api/people': people,
  'GET /api/agents': people,
  'GET /api/prices': people,
  // Where a thread of theirs would work.
  'GET /api/files': people,
  'GET /api/search': people,
  'GET /api/usage': people,
  'GET /api/spending': people,
  // The counts are of everybody's threads.
  'GET /metrics': operator,
  'GET /api/settings': operator,
  'PUT /api/settings/policy': operator,
  'POST /api/settings/mcp/:name/reconnect': operator,
  'GET /api/sessions': operator,
  'POST /api/sessions': people,
  'POST /api/sessions/:id/open': operator,
  // They give what the caller may read, and nothing else.
  'GET /api/threads': everybody,
  'GET /api/blobs/:hash': everybody,
  'POST /api/threads': people,
  'GET /api/threads/:id': inThread('look'),
  'GET /api/threads/:id/events': inThread('look'),
  'GET /api/threads/:id/cut': inThread('look'),
  'GET /api/threads/:id/messages': inThread('look'),
  'GET /api/threads/:id/contract': inThread('look'),
  'GET /api/threads/:id/contract/events': inThread('look'),
  'GET /api/threads/:id/calls/:call/result': inThread('look'),
  'GET /api/threads/:id/changes/:change': inThread('look'),
  'GET /api/chat/:id/messages': inThread('look'),
  'GET /api/chat/:id/stream': inThread('look'),
  // What a model is told is more than what was said.
  'GET /api/threads/:id/steps/:step/request': inThread('read'),
  // Names of files say much of who has them.
  'GET /api/threads/:id/files': inThread('write'),
  'POST /api/threads/:id/messages': inThread('write'),
  'PUT /api/threads/:id/messages/:seq': inThread('write'),
  'DELETE /api/threads/:id/messages/:seq': inThread('write'),
  'POST /api/threads/:id/messages/:seq/again': inThread('write'),
  'POST /api/threads/:id/rewind': inThread('write'),
  'POST /api/threads/:id/title': inThread('write'),
  'POST /api/threads/:id/stop': inThread('write'),
  'POST /api/threads/:id/continue': inThread('write'),
  'POST /api/threads/:id/compact': inThread('write'),
  'POST /api/threads/:id/try-now': inThread('write'),
  'POST /api/threads/:id/answers/:call': inThread('write'),
  // A fork works where its origin works.
  'POST /api/threads/:id/fork': inThread('write'),
  // What is decided there, each of them asks again: `settleRequest`.
  'POST /api/chat': inBody('write', chatBody, ({ id }) => id),
  'POST /api/ag-ui': inBody('write', agUiBody, ({ threadId }) => threadId),
  'POST /api/threads/:id/approvals/:request': inThread('approve'),
  'POST /api/threads/:id/changes/:change/undo': inThread('approve'),
  // Who answers, where, and whether it asks; where the thread is; all that an agent could write.
  'POST /api/threads/:id/agent': inThread('own'),
  'POST /api/threads/:id/place': inThread('own'),
  'POST /api/threads/:id/events': inThread('own'),
  'DELETE /api/threads/:id': inThread('own'),
  'GET /api/threads/:id/people': inThread('read'),
  'PUT /api/threads/:id/people/:name': inThread('own'),
  'DELETE /api/threads/:id/people/:name': inThread('own'),
  'POST /api/threads/:id/links': inThread('own'),
  'DELETE /api/threads/:id/links/:link': inThread('own'),
};
