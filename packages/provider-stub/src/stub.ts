/** A local server in place of four providers. It refuses what they refuse, and fails as they fail. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { anthropicWire } from './anthropic/anthropic-wire.ts';
import { deliver, streamBytes, withLineEnds } from './deliver.ts';
import { geminiWire } from './gemini/gemini-wire.ts';
import { newJournal } from './journal.ts';
import type { Entry, Journal } from './journal.ts';
import { openaiChatWire } from './openai-chat/openai-chat-wire.ts';
import { openaiResponsesWire } from './openai-responses/openai-responses-wire.ts';
import type { Problem } from './problem.ts';
import { random } from './random.ts';
import { routeOf } from './route.ts';
import type { Route } from './route.ts';
import { newScript } from './script.ts';
import type { Script } from './script.ts';
import { newSeal } from './seal.ts';
import { isShape, shapeOf, stringOf } from './shape.ts';
import type { Turn } from './turn.ts';
import type { Answer, Asked, Provider, Wire } from './wire.ts';

export interface StubOptions {
  /** Cuts words into deltas; the same seed, the same cuts. */
  readonly seed?: number;
  /** A request of more tokens than this is too long. A token is four bytes of the body. */
  readonly contextTokens?: number;
  /** `silent`: answered all the same, with a usage above the window. */
  readonly overflow?: 'error' | 'silent';
}

export interface Stub {
  /** The base URL that the provider's own client wants. */
  url(provider: Provider): string;
  readonly journal: Journal;
  /** What is answered from now on. */
  script(turns: readonly Turn[]): void;
  /** Turns that were not played. */
  readonly left: number;
  close(): Promise<void>;
}

const WIRES: { readonly [provider in Provider]: Wire } = {
  anthropic: anthropicWire,
  'openai-chat': openaiChatWire,
  'openai-responses': openaiResponsesWire,
  gemini: geminiWire,
};

/** `const stub = await startStub(); stub.script([{ say: [{ type: 'text', text: 'Hello' }] }]);` */
export async function startStub(options: StubOptions = {}): Promise<Stub> {
  const journal = newJournal();
  const seal = newSeal('the stub');
  const next = random(options.seed ?? 1);
  const issued = new Map<string, string>();
  let script: Script = newScript([]);
  let serial = 0;

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyText(request);
    const route = routeOf(new URL(request.url ?? '/', 'http://stub').pathname);
    if (route === undefined || request.method !== 'POST') {
      send(response, { status: 404, body: { error: { message: `No such address: ${request.url ?? ''}` } } });
      return;
    }
    const wire = WIRES[route.provider];
    const parsed = parse(text);
    const body = shapeOf(parsed);
    const model = route.model ?? stringOf(body['model']);
    serial += 1;
    const inputTokens = Math.ceil(Buffer.byteLength(text) / 4);
    const asked: Asked = { body, model, inputTokens, seal, next, serial, issued };
    const problems = problemsOf(request, route, wire, parsed, asked, options);
    const stream = route.stream ?? body['stream'] === true;
    const about = { provider: route.provider, action: route.action, model, stream, text, body };
    const entry = journal.write({ ...about, problems, history: wire.history(body) });
    follow(response, entry);
    const [problem] = problems;
    if (problem !== undefined) send(response, wire.refuse(problem));
    else if (route.action === 'count') send(response, { status: 200, body: wire.counted(inputTokens) });
    else await play(script.take(wire.results(body)), wire, asked, response, entry);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const root = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url: (provider) => (provider.startsWith('openai') ? `${root}/v1` : root),
    journal,
    script: (turns) => {
      script = newScript(turns);
    },
    get left() {
      return script.left;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function problemsOf(
  request: IncomingMessage,
  route: Route,
  wire: Wire,
  parsed: unknown,
  asked: Asked,
  { contextTokens, overflow = 'error' }: StubOptions,
): Problem[] {
  const headers = headerProblems(request, route.provider);
  if (headers.length > 0) return headers;
  // A request that counts tokens sets no limit.
  const judged = route.action === 'count' && isShape(parsed) ? { max_tokens: 1, ...parsed } : parsed;
  const problems =
    route.provider === 'anthropic' ? wire.validate(judged, asked.model) : wire.validate(parsed, asked.model);
  if (problems.length > 0) return problems;
  const tooLong = contextTokens !== undefined && asked.inputTokens > contextTokens && overflow === 'error';
  if (tooLong && route.action === 'generate') return [wire.tooLong(asked.inputTokens, contextTokens)];
  return wire.verify(asked);
}

const KEYS: { readonly [provider in Provider]: readonly string[] } = {
  anthropic: ['x-api-key', 'authorization'],
  'openai-chat': ['authorization'],
  'openai-responses': ['authorization'],
  gemini: ['x-goog-api-key'],
};

function headerProblems({ headers }: IncomingMessage, provider: Provider): Problem[] {
  const key = KEYS[provider].some((name) => stringOf(headers[name]) !== '');
  if (!key) return [{ rule: 'key', status: 401, message: `${KEYS[provider][0] ?? ''} header is required` }];
  if (!stringOf(headers['content-type']).startsWith('application/json')) {
    return [{ rule: 'content-type', message: 'Content-Type must be application/json' }];
  }
  if (provider !== 'anthropic' || stringOf(headers['anthropic-version']) !== '') return [];
  return [{ rule: 'version', message: 'anthropic-version: header is required' }];
}

async function play(
  turn: Turn | undefined,
  wire: Wire,
  asked: Asked,
  response: ServerResponse,
  entry: Entry,
): Promise<void> {
  if (turn === undefined) {
    send(response, wire.refuse({ rule: 'script', status: 500, message: 'No turn of the script fits this request.' }));
    return;
  }
  const { fault, delivery = {}, raw } = turn;
  if (fault?.kind === 'rate-limit') {
    send(response, wire.rateLimit(fault.retryAfterSeconds));
    return;
  }
  if (fault?.kind === 'overloaded') {
    send(response, wire.overloaded());
    return;
  }
  if (raw === undefined && !entry.stream) {
    send(response, { status: 200, body: wire.reply(turn, asked).whole });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  if (raw !== undefined) {
    const bytes = typeof raw === 'string' ? Buffer.from(withLineEnds(raw, delivery)) : Buffer.from(raw);
    await deliver(response, bytes, 'end', delivery);
    return;
  }
  const { frames } = wire.reply(turn, asked);
  const { bytes, end } = streamBytes({ frames, errorFrame: wire.errorFrame(), ping: wire.ping, fault, delivery });
  if (end === 'drop') entry.ended = 'cut';
  await deliver(response, bytes, end, delivery);
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function follow(response: ServerResponse, entry: Entry): void {
  response.on('close', () => {
    entry.status = response.statusCode;
    if (entry.ended === 'open') entry.ended = response.writableFinished ? 'whole' : 'aborted';
  });
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
