import { HUMAN } from '@toolthread/core';
import type { People } from '@toolthread/store';
import { Hono } from 'hono';
import type { KnownUsers } from './access/known-users.ts';
import { preflight } from './access/preflight.ts';
import { callerOf } from './access/caller.ts';
import type { Connections } from './access/connections.ts';
import type { EventStreamOptions } from './events/stream-events.ts';
import type { FailureLimit } from './access/failure-limit.ts';
import { guard, ruleOf } from './access/guard.ts';
import { judgeRequest } from './access/judge-request.ts';
import { routeOf } from './http/route-of.ts';
import { securityHeaders } from './http/security-headers.ts';
import { type Http, refuse, type HttpContext } from './http/http.ts';
import type { OpenAnswers } from './access/open-answers.ts';
import {
  ledgerProblem,
  NO_TOKEN,
  NOT_KNOWN,
  type Problem,
  problem,
  READ_ONLY,
  SIGN_IN,
  TOO_MANY,
  UNKNOWN_TOKEN,
  WRONG_TOKEN,
} from './http/problem.ts';
import { RunLost } from './runs/run-lost.ts';
import { type BodyLimits, receiveBody } from './http/body/receive-body.ts';
import type { AgentChoices } from './agents/agent-choices.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { agUiRoutes } from './routes/ag-ui/ag-ui-routes.ts';
import { blobRoutes } from './routes/blob-routes.ts';
import type { Services } from './routes/services.ts';
import { callRoutes } from './routes/call-routes.ts';
import { changesRoutes } from './routes/files/changes-routes.ts';
import { chatRoutes } from './routes/chat/chat-routes.ts';
import { contractRoutes } from './routes/contract-routes.ts';
import { doErrand } from './routes/files/do-errand.ts';
import { draftRoutes } from './routes/draft-routes.ts';
import { fileRoutes } from './routes/files/file-routes.ts';
import type { FileSource } from './routes/files/file-source.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { healthRoutes } from './routes/server/health-routes.ts';
import { metricsRoutes, showsToken } from './routes/server/metrics-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { infoRoutes } from './routes/server/info-routes.ts';
import type { ServerInfo } from './routes/server/server-info.ts';
import { messageRoutes } from './routes/messages/message-routes.ts';
import { stepRoutes } from './routes/step-routes.ts';
import type { StepRequestSources } from './events/step-request.ts';
import { rewindRoutes } from './routes/messages/rewind-routes.ts';
import { openapiRoutes } from './routes/server/openapi-routes.ts';
import { passRoutes } from './routes/pass-routes.ts';
import { rendererRoutes } from './routes/server/renderer-routes.ts';
import { requestRoutes } from './routes/requests/request-routes.ts';
import { searchRoutes } from './routes/search-routes.ts';
import type { SearchSource } from './search/search-source.ts';
import { runRoutes } from './routes/run-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import type { SessionThreads } from './sessions/session-threads.ts';
import { readOnlySession } from './sessions/read-only-session.ts';
import { spendingRoutes } from './routes/people/spending-routes.ts';
import { usageRoutes } from './routes/usage-routes.ts';
import type { UsageSource } from './usage/usage-source.ts';
import { shareRoutes } from './routes/people/share-routes.ts';
import { signInRoutes } from './routes/people/sign-in-routes.ts';
import { threadRoutes } from './routes/thread-routes.ts';
import { settingsRoutes } from './routes/server/settings-routes.ts';
import type { SettingsSource } from './settings/settings-source.ts';
import { serveShell } from './http/serve-shell.ts';
import type { Tokens } from './access/tokens/tokens.ts';
import type { KnownPeople } from './access/people/known-people.ts';
import { createPresence, type Presence } from './access/people/presence.ts';
import type { SignInLimit } from './access/people/sign-in-limit.ts';
import type { StillAllowed, WatchedAnswers } from './access/people/watched-answers.ts';
import type { Who } from './access/who.ts';

/** People with roles in threads, and how they are recognised. */
export interface PeopleDoor {
  readonly people: People;
  readonly known: KnownPeople;
  readonly watched: WatchedAnswers;
  readonly presence: Presence;
  /** Undefined: nobody signs in here. */
  readonly signIns: SignInLimit | undefined;
}

export interface AppOptions {
  readonly services: Services;
  readonly info: ServerInfo;
  readonly streams: EventStreamOptions;
  readonly sessions: SessionThreads | undefined;
  readonly search: SearchSource | undefined;
  readonly usage: UsageSource | undefined;
  readonly settings: SettingsSource | undefined;
  readonly agents: AgentChoices | undefined;
  readonly tokens: Tokens;
  readonly connections: Connections;
  readonly failures: FailureLimit;
  readonly openAnswers: OpenAnswers;
  readonly users: KnownUsers | undefined;
  /** Without them every thread is everybody's. */
  readonly people: PeopleDoor | undefined;
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  readonly trustProxy: boolean;
  readonly files: FileSource | undefined;
  readonly stepRequests: StepRequestSources;
  readonly bodies: BodyLimits;
  readonly shell: string | undefined;
  readonly renderers: string | undefined;
  /** `''`: the root of the host. */
  readonly basePath: string;
  readonly onError: (error: unknown) => void;
  readonly metrics: Metrics;
  /** Opens the numbers, and nothing else. */
  readonly metricsToken: string | undefined;
  readonly trouble: () => Promise<string | undefined>;
}

/** The order matters: security headers, then host and origin, then the token, then the body; only then a route. */
export function createApp(options: AppOptions): Hono<Http> {
  const app = new Hono<Http>();
  app.use('*', async (c, next) => {
    options.metrics.request(c.env.outgoing, () => routeOf(c)?.path ?? 'other');
    // On Node's own response, so that streams and errors carry them as well.
    for (const [name, value] of Object.entries(securityHeaders)) c.env.outgoing.setHeader(name, value);
    const caller = callerOf(c.env.incoming, options.trustProxy);
    c.set('caller', caller);
    const judged = judgeRequest(c.env.incoming, caller, options);
    return judged === undefined ? next() : refuse(c, judged);
  });
  if (options.origins.size > 0) app.use('/api/*', async (c, next) => admitPage(c, options.origins) ?? next());
  app.use('/api/*', async (c, next) => (await letIn(c, options)) ?? next());
  app.use('/metrics', async (c, next) => {
    if (!showsToken(c, options.metricsToken)) return (await letIn(c, options)) ?? next();
    const watcher = { by: HUMAN, may: 'read', pass: undefined, who: { opens: 'all' }, signIn: undefined } as const;
    return admit(c, watcher) ?? next();
  });
  app.use('/api/*', async (c, next) => judgeContentType(c) ?? next());
  app.use('/api/*', async (c, next) => {
    const { bytes: most, stallMs } = options.bodies;
    let received: Promise<string | Problem> | undefined;
    // The guard may read the body before the route does, with the route's limit; the route gets the same body.
    c.set('receive', (bytes) => (received ??= receiveBody(c, { bytes: Math.min(bytes, most), stallMs })));
    return next();
  });
  for (const path of ['/api/*', '/metrics'])
    app.use(path, async (c, next) => (await guard(c, options.people?.people)) ?? next());
  app.use('/api/*', async (c, next) => {
    await next();
    await noteReader(c, options.sessions);
  });
  passRoutes(app, options.basePath);
  healthRoutes(app, options.trouble);
  metricsRoutes(app, options.metrics, options.services.runner);
  signInRoutes(app, options.services, {
    limit: options.people?.signIns,
    basePath: options.basePath,
    metrics: options.metrics,
  });
  sessionRoutes(app, options.sessions);
  searchRoutes(app, options.services, {
    sessions: options.search,
    threadOf: options.sessions?.threadOf,
    agents: options.agents,
  });
  usageRoutes(app, options.usage, options.services);
  spendingRoutes(app, options.services);
  settingsRoutes(app, options.settings);
  const presence = options.people?.presence ?? createPresence(options.services.now);
  app.use('/api/threads/:id/events', async (c, next) => {
    if (c.req.method === 'GET' && c.get('who').opens === 'own')
      presence.enter(c.req.param('id'), c.get('by'), c.env.outgoing);
    return next();
  });
  shareRoutes(app, options.services, presence, options.people?.signIns !== undefined);
  app.use('/api/threads/:id/*', async (c, next) => keepSession(c) ?? next());
  threadRoutes(app, options.services, options.agents, options.sessions);
  agentRoutes(app, options.services, options.agents);
  messageRoutes(app, options.services);
  rewindRoutes(app, options.services);
  runRoutes(app, options.services);
  eventRoutes(app, options.services, options.streams);
  contractRoutes(app, options.services, options.streams);
  const bridges = { ...options.streams, basePath: options.basePath };
  chatRoutes(app, options.services, bridges);
  agUiRoutes(app, options.services, bridges);
  draftRoutes(app, options.services);
  requestRoutes(app, options.services);
  changesRoutes(app, options.services);
  options.services.runner.others?.serve(doErrand(options.services, options.files));
  callRoutes(app, options.services);
  fileRoutes(app, options.files, options.services, options.agents);
  stepRoutes(app, options.stepRequests);
  blobRoutes(app, options.services);
  const { renderers } = options;
  infoRoutes(
    app,
    options.info,
    options.people?.signIns !== undefined,
    renderers === undefined ? undefined : rendererRoutes(app, renderers),
  );
  openapiRoutes(app, options.basePath);
  app.all('/api/*', (c) => refuse(c, problem(404, 'no_such_route', 'There is no such route.')));
  if (options.shell !== undefined) serveShell(app, options.shell, options.basePath);
  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    options.onError(error);
    if (error instanceof RunLost) return refuse(c, ledgerProblem(error));
    return c.json({ error: { code: 'internal', message: 'The server failed; its log says how.' } }, 500);
  });
  return app;
}

/** The answer that a browser needs before a page of another site may ask. Nothing of the server is in it. */
function admitPage(c: HttpContext, origins: ReadonlySet<string>): Response | undefined {
  const { incoming, outgoing } = c.env;
  const { origin = '' } = incoming.headers;
  outgoing.setHeader('vary', 'origin');
  if (!origins.has(origin)) return undefined;
  outgoing.setHeader('access-control-allow-origin', origin);
  const allowed = preflight(incoming);
  return allowed === undefined ? undefined : c.body(null, 204, { ...allowed });
}

async function letIn(c: HttpContext, options: AppOptions): Promise<Response | undefined> {
  const { tokens, users, connections, failures, openAnswers } = options;
  if (ruleOf(c)?.isFor === 'nobody yet') return undefined;
  c.header('cache-control', 'no-store');
  const caller = c.get('caller');
  const checked = tokens.check(c.env.incoming, caller);
  if (checked.is === 'right') {
    const { digests, may } = checked.token;
    connections.recognise(c.env.incoming.socket, digests.token);
    openAnswers.add(c.env.outgoing, digests.token);
    return admit(c, { by: HUMAN, may, pass: checked.pass, who: { opens: 'all' }, signIn: undefined });
  }
  const found = await options.people?.known.find(c.env.incoming, caller);
  if (found?.ok === false) return refuse(c, ledgerProblem(found.error));
  const known = found?.value;
  if (known !== undefined) {
    connections.recognise(c.env.incoming.socket, `user ${known.name}`);
    openAnswers.add(c.env.outgoing, undefined);
    watch(c, options.people, known.still);
    return admit(c, { by: known.name, may: known.may, pass: undefined, who: known.who, signIn: known.signIn });
  }
  const user = await users?.find(requestOf(c), c.env.outgoing, caller.address);
  if (user === 'too_many') return refuse(c, TOO_MANY);
  if (user !== undefined) {
    connections.recognise(c.env.incoming.socket, `user ${user.name}`);
    openAnswers.add(c.env.outgoing, undefined);
    const who: Who = options.people === undefined ? { opens: 'all' } : { opens: 'own', person: user.name };
    watch(c, options.people, async () => true);
    return admit(c, { by: user.name, may: user.may, pass: undefined, who, signIn: undefined });
  }
  if (checked.is === 'unknown') return refuse(c, UNKNOWN_TOKEN);
  // The cookie of somebody who was signed in does not count as a wrong token.
  const isSignedOut = options.people?.signIns !== undefined && c.req.header('authorization') === undefined;
  const isWrong = checked.is === 'wrong' && !isSignedOut;
  // Only now, so that the right token passes, however many wrong ones came from the same address.
  if (isWrong && failures.note(caller.address)) {
    c.header('retry-after', '60');
    c.header('connection', 'close');
    return refuse(c, problem(429, 'too_many_failures', 'Too many wrong tokens. Wait a minute.'));
  }
  if (isWrong) return refuse(c, WRONG_TOKEN);
  if (options.people?.signIns !== undefined) return refuse(c, SIGN_IN);
  return refuse(c, users === undefined ? NO_TOKEN : NOT_KNOWN);
}

/**
 * An answer that is still being sent ends when its reader loses the right to it: when the token or the sign-in ends, or the role in the thread. The answer
 * to a change is no stream, and the change may be the very one that ends the right: whoever deletes their thread gets the answer that it is gone.
 */
function watch(c: HttpContext, door: PeopleDoor | undefined, known: StillAllowed): void {
  if (c.req.method === 'DELETE' || c.req.method === 'PUT') return;
  door?.watched.add(c.env.outgoing, async () => {
    const still = await known();
    return still === true ? ((await c.get('still')?.()) ?? true) : still;
  });
}

/** For the program around the server: without its body, which this server reads. */
function requestOf({ req }: HttpContext): Request {
  // No `Request` can have this one.
  const method = req.method === 'TRACE' ? 'GET' : req.method;
  return new Request(req.url, { method, headers: req.raw.headers });
}

function admit(
  c: HttpContext,
  { by, may, pass, who, signIn }: Pick<Http['Variables'], 'by' | 'may' | 'pass' | 'who' | 'signIn'>,
): Response | undefined {
  c.set('by', by);
  c.set('who', who);
  c.set('signIn', signIn);
  c.set('may', may);
  c.set('pass', pass);
  return may === 'read' && !isReading(c) ? refuse(c, READ_ONLY) : undefined;
}

/** `POST /api/session` counts as reading: it swaps a token for a pass, and changes no thread. */
function isReading({ req }: HttpContext): boolean {
  return req.method === 'GET' || req.method === 'HEAD' || req.path === '/api/session';
}

/** Refuses whatever would change a session's thread. A fork may be made of it: that is another thread. What it is called in our list is ours to say. */
function keepSession(c: HttpContext): Response | undefined {
  const { method, path } = c.req;
  if (method === 'GET' || method === 'HEAD' || !/^\/api\/threads\/[^/][^/]*\/(?!(?:fork|title)$)./.test(path))
    return undefined;
  const kept = readOnlySession(c.req.param('id') ?? '');
  return kept && refuse(c, kept);
}

/** By whatever route a thread is read, it follows its session's file; for whoever has a stream the stream itself sees to that. */
async function noteReader(c: HttpContext, sessions: SessionThreads | undefined): Promise<void> {
  const isStream = String(c.env.outgoing.getHeader('content-type')).startsWith('text/event-stream');
  if (sessions === undefined || c.req.method !== 'GET' || !c.res.ok || isStream) return;
  const rule = ruleOf(c);
  const thread = rule !== undefined && 'thread' in rule ? await rule.thread(c) : undefined;
  if (typeof thread === 'string') sessions.noteReader(thread);
}

/** A form on another site cannot send JSON without asking first, nor a DELETE. A request without a body needs no content type. */
function judgeContentType(c: HttpContext): Response | undefined {
  if (c.req.method !== 'POST' && c.req.method !== 'PUT') return undefined;
  const type = c.req.header('content-type');
  if (type !== undefined && /^application\/json\s*(;|$)/i.test(type)) return undefined;
  const length = c.req.header('content-length') ?? '0';
  const empty = length === '0' && c.req.header('transfer-encoding') === undefined;
  if (type === undefined && empty) return undefined;
  return refuse(c, problem(415, 'not_json', 'Send JSON, with Content-Type: application/json.'));
}
