import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ThreadState } from '@toolthread/core';
import { MOST_BODY_BYTES } from '@toolthread/core/text';
import type { Ledger, People } from '@toolthread/store';
import type { AgentChoices } from './agents/agent-choices.ts';
import { createKnownPeople, type ProxyUsers } from './access/people/known-people.ts';
import { endingAnswers } from './access/people/ending-answers.ts';
import { createPresence } from './access/people/presence.ts';
import { sharedPresence } from './access/people/shared-presence.ts';
import { createSignInLimit } from './access/people/sign-in-limit.ts';
import { createWatchedAnswers } from './access/people/watched-answers.ts';
import { createApp, type PeopleDoor } from './create-app.ts';
import { createEventPages } from './events/event-pages.ts';
import { createEarlyCuts } from './events/create-early-cuts.ts';
import { createThreadCuts } from './events/thread-cuts.ts';
import { createConnections } from './access/connections.ts';
import type { Authenticate } from './access/authenticate.ts';
import { headerLimits } from './access/header-limits.ts';
import { createKnownUsers } from './access/known-users.ts';
import { inTurn } from './access/in-turn.ts';
import { originsProblem } from './access/origins-problem.ts';
import { createFailureLimit } from './access/failure-limit.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { NOT_READY, readiness } from './routes/server/health-routes.ts';
import { createBin } from './runs/create-bin.ts';
import { createForks } from './events/fork-thread.ts';
import type { Hub } from './events/hub.ts';
import { ledgerBlobs } from './runs/ledger-blobs.ts';
import { assertListenable, type ListenAddress } from './access/assert-listenable.ts';
import type { ServerInfo } from './routes/server/server-info.ts';
import { createSessionThreads } from './sessions/session-threads.ts';
import type { SearchSource } from './search/search-source.ts';
import type { SettingsSource } from './settings/settings-source.ts';
import type { UsageSource } from './usage/usage-source.ts';
import type { SessionSource } from './sessions/session-source.ts';
import type { RequestEncoder } from './events/step-request.ts';
import type { FileSource } from './routes/files/file-source.ts';
import type { Runner } from './runs/runner.ts';
import { createOpenAnswers } from './access/open-answers.ts';
import { createShownLedger } from './events/shown-ledger.ts';
import { basePathProblem } from './http/base-path-problem.ts';
import { originForm } from './http/origin-form.ts';
import { promptLedger, promptPeople } from './http/prompt-ledger.ts';
import { withReadBody } from './http/body/with-read-body.ts';
import { withoutBase } from './http/without-base.ts';
import { fetchThrough } from './http/fetch-through.ts';
import { someAtOnce } from './http/some-at-once.ts';
import { TOKEN_LENGTH, tokenProblem } from './access/tokens/token-problem.ts';
import { knownRows, type SomeTokens, type TokenRow, tokenRow } from './access/tokens/token-row.ts';
import { createTokens } from './access/tokens/tokens.ts';

/** What a server is made of, and who may use it. */
export interface ServerOptions {
  /** One whose appends wake the hub's readers: `announcing(ledger, hub)`. */
  readonly ledger: Ledger;
  readonly hub: Hub;
  readonly runner: Runner;
  /** The token to ask for; or, asked again for each request, all that open the server now. Without it, `authenticate` alone lets in. */
  readonly token?: string | (() => readonly TokenRow[] | SomeTokens);
  /** Asked where a request shows no token that opens the server. Streams end soon after their user is not known any more. */
  readonly authenticate?: Authenticate;
  /**
   * Who may do what in which thread: `ledger.people`. With it a thread is its maker's, and open to those it is shared with; tokens open all. Without it all
   * whom `authenticate` knows see all threads.
   */
  readonly people?: People;
  /** People sign in on the page, with a name and a password. Needs `people`. */
  readonly accounts?: boolean;
  /** A proxy before the server says in a header who somebody is. Needs `people`. */
  readonly proxyUsers?: ProxyUsers;
  /** Sites whose pages may send requests and read the answers: `https://app.example.com`. Without it, none but the server's own. */
  readonly allowedOrigins?: readonly string[];
  /** Told what opened the server, as it was shown: a token, or each half of a browser's pass. Of most tokens only digests are kept. */
  readonly onCredential?: (credential: string) => void;
  readonly info?: ServerInfo;
  /** Sessions of other agents, for whoever sits at this computer: `GET /api/sessions`. Without it, none. */
  readonly sessions?: SessionSource;
  /** Finds words in sessions of other agents: `GET /api/search`. Without it, only threads are searched. */
  readonly search?: SearchSource;
  /** Sums up what was used: `GET /api/usage`. Without it, nothing does. */
  readonly usage?: UsageSource;
  /** How the server is set up, for whoever is at this computer: `GET /api/settings`. Without it, there is no such answer. */
  readonly settings?: SettingsSource;
  /** Who may answer in a thread, for a person to choose: `GET /api/agents`. Without it, there is nothing to choose. */
  readonly agents?: AgentChoices;
  /** Names files of a thread's workspace to whoever writes a message: `GET /api/threads/:id/files`. Without it, none. */
  readonly files?: FileSource;
  /** Shows what a step asked its model: `GET /api/threads/:id/steps/:step/request`. Without it, nobody sees prompts and tools. */
  readonly requests?: RequestEncoder;
  /** Where a thread's files are, if not where the thread itself says. */
  readonly workspaceOf?: (thread: ThreadState) => string | undefined;
  /** Hosts under which the server is reached, besides this machine's own names and the address it listens on. */
  readonly hosts?: readonly string[];
  /** One proxy is before the server, and what its `X-Forwarded-…` headers say is true. */
  readonly trustProxy?: boolean;
  /** Where the server is reached, if not at the root of its host: `/agent`. */
  readonly basePath?: string;
  /** The folder of the built page. */
  readonly shell?: string;
  /** The text of a module with renderers of your own for that page. It may do there all that the page may. */
  readonly renderers?: string | undefined;
  /** No body may be longer, in bytes. Each route has a limit of its own, 10,000,000 at most: this one can only lower it. */
  readonly bodyBytes?: number;
  readonly keepAliveMs?: number;
  /** A reader that takes nothing, or a sender that sends nothing, for this long is disconnected. */
  readonly stallMs?: number;
  /** For the headers of a request, from the start of a connection on: who says nothing is not waited for. */
  readonly headersMs?: number;
  /** Why it cannot do its work though its ledger can be read, as a message for anybody: `GET /readyz`. Undefined: it can. */
  readonly trouble?: () => Promise<string | undefined>;
  readonly now?: () => number;
  readonly onError?: (error: unknown) => void;
  /** What is counted: `GET /metrics`. Give the one that counts the ledger's appends, `measured(ledger, metrics)`; without it, requests are counted. */
  readonly metrics?: Metrics;
  /** A token that opens `GET /metrics`, and nothing else. */
  readonly metricsToken?: string | undefined;
}

/** Threads over HTTP, once it listens. */
export interface Server {
  /** Every route, for whoever wants to prove something of all of them. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /**
   * Answers a request that another program received: `app.all('/agent/*', (c) => server.fetch(c.req.raw))`. Names of this machine are
   * known hosts, on any port; all others are in `hosts`.
   */
  fetch(request: Request): Promise<Response>;
  /** Why it cannot answer in another program, as a message; undefined if it can. */
  mountProblem(): string | undefined;
  /** The same for requests of Node: `express().use('/agent', server.handle)`. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** `await server.listen({ host: '127.0.0.1', port: 0 })` gives the port it got. */
  listen(address: ListenAddress): Promise<Listening>;
  /** Ends every stream and stops listening. The runner and the ledger are their owner's to close. */
  close(): Promise<void>;
}

/** Where the server listens, or why it does not. */
export type Listening =
  | { readonly ok: true; readonly port: number; readonly url: string }
  /** `cause`: what the system threw, where it was the system that refused. */
  | { readonly ok: false; readonly message: string; readonly cause?: Error };

const WEAK = `Others may reach a server that is mounted in another program: give it a token of at least ${TOKEN_LENGTH} characters.`;

const NOBODY = 'Nobody could use this server: give it a token, or authenticate.';

const NO_PEOPLE = 'Who has which role must be known: give people, like ledger.people.';

/** In a minute, from one address. */
const WRONG_TOKENS = 10;

/**
 * A server of threads: it posts, answers and stops, and streams what happens.
 *
 * @example
 * import { announcing, createHub, createRunner } from '@toolthread/server';
 * import { openLedger } from '@toolthread/store';
 * const opened = await openLedger({ file: await exampleLedger() });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const hub = createHub();
 * const ledger = announcing(opened.value, hub);
 * const agent = { hasWork: () => false, run: async () => undefined, recover: () => [] };
 * const runner = createRunner({ ledger, agent });
 * const server = createServer({ ledger, hub, runner, token: 'a-long-secret-0123456789' });
 * const listening = await server.listen({ host: '127.0.0.1', port: 0 });
 * if (!listening.ok) throw new Error(listening.message);
 * // What an earlier life left unfinished is ended, or goes on.
 * await runner.recover();
 * (await fetch(`${listening.url}/api/threads`)).status; //=> 401
 * await server.close();
 * await runner.close();
 * await ledger.close();
 */
export function createServer(options: ServerOptions): Server {
  const { hub, runner, token, basePath = '', stallMs = 30_000, headersMs = 10_000, now = Date.now } = options;
  const unlike = basePathProblem(basePath);
  const { authenticate, allowedOrigins = [] } = options;
  const wrong = unlike ?? originsProblem(allowedOrigins);
  if (wrong !== undefined) throw new Error(wrong);
  const { accounts = false, proxyUsers } = options;
  const ledger = promptLedger(options.ledger);
  const people = options.people && promptPeople(options.people, ledger.reach);
  if (token === undefined && authenticate === undefined && !accounts && proxyUsers === undefined)
    throw new Error(NOBODY);
  if (people === undefined && (accounts || proxyUsers !== undefined)) throw new Error(NO_PEOPLE);
  const rows = typeof token === 'string' ? constant([tokenRow('owner', token)]) : (token ?? constant([]));
  const tokens = createTokens(rows, now, options.onCredential);
  const hosts = new Set(options.hosts?.map((host) => host.toLowerCase()));
  const onError = options.onError ?? console.error;
  const shown = createShownLedger(ledger);
  const workspaceOf = options.workspaceOf ?? (({ workspace }) => workspace);
  const connections = createConnections();
  const openAnswers = createOpenAnswers(tokens);
  const keepAliveMs = options.keepAliveMs ?? 15_000;
  const sessions = options.sessions && createSessionThreads(options.sessions, ledger, onError);
  const bin = createBin(ledger, { now, onError });
  const cuts = createThreadCuts(shown, ledger.cuts);
  const earlyCuts = createEarlyCuts(ledger, cuts, onError);
  const blobs = ledgerBlobs(ledger);
  const troubleNow = readiness(ledger, options.trouble, now);
  const door = people && peopleDoor(people, options, now, onError);
  let closing = false;
  const sharing = people && door && endingAnswers(people, door.watched);
  const app = createApp({
    services: {
      ledger,
      shown,
      cuts,
      runner,
      fork: createForks(ledger),
      workspaceOf,
      now,
      blobs,
      people: sharing,
    },
    stepRequests: { ledger, shown, blobs, encoder: options.requests },
    info: options.info ?? { agent: 'Agent', prompts: [] },
    sessions,
    search: options.search,
    usage: options.usage,
    settings: options.settings,
    agents: options.agents,
    files: options.files,
    streams: {
      hub: sessions?.following(hub) ?? hub,
      pages: createEventPages(shown),
      keepAliveMs,
      stallMs,
      onError,
    },
    tokens,
    connections,
    openAnswers,
    failures: createFailureLimit({ max: WRONG_TOKENS, now }),
    users: authenticate && createKnownUsers(authenticate, { keepAliveMs, onError }),
    people: door,
    hosts,
    origins: new Set(allowedOrigins),
    trustProxy: options.trustProxy ?? false,
    bodies: { bytes: options.bodyBytes ?? MOST_BODY_BYTES, stallMs },
    shell: options.shell,
    renderers: options.renderers,
    basePath,
    onError,
    metrics: options.metrics ?? createMetrics(),
    metricsToken: options.metricsToken,
    trouble: async () => (closing ? NOT_READY : troubleNow()),
  });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const serve = inTurn((incoming, outgoing) => {
    incoming.url = withoutBase(originForm(incoming.url ?? '/', incoming.headers.host), basePath);
    void answer(incoming, outgoing);
  });
  const http = createHttpServer(headerLimits(headersMs), serve);
  http.on('connection', connections.meet);
  const fetchOwn = someAtOnce((request) => fetchThrough(http, request));
  const unusable = typeof token === 'string' ? tokenProblem(token) : undefined;
  // Where the other program listens is not known here: perhaps everywhere.
  const mountProblem = (): string | undefined =>
    unusable ?? (knownRows(rows()).every(({ strong }) => strong) ? undefined : WEAK);
  return {
    routes: app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path })),
    mountProblem,
    fetch: async (request) => {
      const problem = mountProblem();
      if (problem !== undefined) throw new Error(problem);
      return fetchOwn(request);
    },
    handle: (incoming, outgoing) => {
      const problem = mountProblem();
      if (problem !== undefined) {
        onError(new Error(problem));
        outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('The server failed; its log says how.\n');
        return;
      }
      serve(withReadBody(incoming), outgoing);
    },
    async listen(address) {
      if (unusable !== undefined) return { ok: false, message: unusable };
      const listenable = assertListenable(address, knownRows(rows()));
      if (!listenable.ok) return listenable;
      const listening = await listen(http, address);
      // Whoever chose this very address will call the server by it.
      if (listening.ok) hosts.add(new URL(listening.url).host);
      return listening;
    },
    async close() {
      closing = true;
      await new Promise<void>((resolve) => {
        // The connections of another program, too: of these only the answers are ours to end.
        openAnswers.endAll();
        sessions?.close();
        http.close(() => resolve());
        http.closeAllConnections();
      });
      await bin.close();
      await earlyCuts.close();
      await door?.presence.close();
    },
  };
}

function peopleDoor(
  people: People,
  { accounts = false, proxyUsers: proxy, ledger }: Pick<ServerOptions, 'accounts' | 'proxyUsers' | 'ledger'>,
  now: () => number,
  onError: (error: unknown) => void,
): PeopleDoor {
  const presence = createPresence(now);
  return {
    people,
    known: createKnownPeople({ people, accounts, proxy, now }),
    watched: createWatchedAnswers(people),
    // Only a ledger that others write to is read at other servers, too.
    presence: ledger.listen === undefined ? presence : sharedPresence(presence, people.readers, onError),
    signIns: accounts ? createSignInLimit(now) : undefined,
  };
}

function constant<T>(value: T): () => T {
  return () => value;
}

function listen(http: HttpServer, { host, port }: ListenAddress): Promise<Listening> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ ok: false, message: error.message, cause: error });
    http.once('error', fail);
    http.listen({ host, port }, () => {
      http.off('error', fail);
      const address = http.address();
      const got = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ ok: true, port: got, url: `http://${host.includes(':') ? `[${host}]` : host}:${got}` });
    });
  });
}
