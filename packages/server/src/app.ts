import { Hono } from 'hono';
import type { EventStreamOptions } from './event-stream.ts';
import type { FailureLimit } from './failure-limit.ts';
import { judgeRequest } from './guard.ts';
import { securityHeaders } from './headers.ts';
import { type Http, refuse, type Request } from './http.ts';
import { problem } from './problem.ts';
import { receiveBody } from './receive-body.ts';
import { blobRoutes } from './routes/blobs.ts';
import type { Services } from './routes/context.ts';
import { changesRoutes } from './routes/changes.ts';
import { eventRoutes } from './routes/events.ts';
import { infoRoutes, type ServerInfo } from './routes/info.ts';
import { messageRoutes } from './routes/messages.ts';
import { requestRoutes } from './routes/requests.ts';
import { sessionRoutes } from './routes/session.ts';
import { threadRoutes } from './routes/threads.ts';
import { serveShell } from './shell.ts';
import type { Token } from './token.ts';

export interface AppOptions {
  readonly services: Services;
  readonly info: ServerInfo;
  readonly streams: EventStreamOptions;
  readonly token: Token;
  readonly failures: FailureLimit;
  readonly hosts: ReadonlySet<string>;
  readonly bodyBytes: number;
  readonly shell: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** The order is the law: headers, who may speak at all, who it is, what it sends; only then a route. */
export function createApp(options: AppOptions): Hono<Http> {
  const app = new Hono<Http>();
  app.use('*', async (c, next) => {
    // On Node's own response, so that streams and errors carry them as well.
    for (const [name, value] of Object.entries(securityHeaders)) c.env.outgoing.setHeader(name, value);
    const judged = judgeRequest(c.env.incoming, { hosts: options.hosts });
    return judged === undefined ? next() : refuse(c, judged);
  });
  app.use('/api/*', async (c, next) => authenticate(c, options) ?? next());
  app.use('/api/*', async (c, next) => judgeContentType(c) ?? next());
  app.use('/api/*', async (c, next) => (await receiveBody(c, options.bodyBytes)) ?? next());
  sessionRoutes(app, options.token);
  threadRoutes(app, options.services);
  messageRoutes(app, options.services);
  eventRoutes(app, options.services, options.streams);
  requestRoutes(app, options.services);
  changesRoutes(app, options.services);
  blobRoutes(app, options.services);
  infoRoutes(app, options.info);
  app.all('/api/*', (c) => refuse(c, problem(404, 'no_such_route', 'There is no such route.')));
  if (options.shell !== undefined) serveShell(app, options.shell);
  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    options.onError(error);
    return c.json({ error: { code: 'internal', message: 'The server failed; its log says how.' } }, 500);
  });
  return app;
}

function authenticate(c: Request, { token, failures }: AppOptions): Response | undefined {
  c.header('cache-control', 'no-store');
  const address = c.env.incoming.socket.remoteAddress ?? '';
  if (failures.isLimited(address)) {
    c.header('retry-after', '60');
    return refuse(c, problem(429, 'too_many_failures', 'Too many wrong tokens. Wait a minute.'));
  }
  const auth = token.check(c.env.incoming);
  if (auth === 'bearer' || auth === 'cookie') {
    c.set('auth', auth);
    return undefined;
  }
  if (auth === 'wrong') failures.note(address);
  return refuse(c, problem(401, 'no_token', 'Give the token: Authorization: Bearer …'));
}

/**
 * A form on another site cannot send JSON without asking first, nor a DELETE. Only a request without a body whose caller showed the
 * token itself, which no browser adds unasked, may leave the type out.
 */
function judgeContentType(c: Request): Response | undefined {
  if (c.req.method !== 'POST' && c.req.method !== 'PUT') return undefined;
  const type = c.req.header('content-type');
  if (type !== undefined && /^application\/json\s*(;|$)/i.test(type)) return undefined;
  const length = c.req.header('content-length') ?? '0';
  const empty = length === '0' && c.req.header('transfer-encoding') === undefined;
  if (type === undefined && empty && c.get('auth') === 'bearer') return undefined;
  return refuse(c, problem(415, 'not_json', 'Send JSON, with Content-Type: application/json.'));
}
