import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Agent,
  announcing,
  createHub,
  createRunner,
  createServer,
  type Hub,
  type Runner,
  type Server,
  type ServerOptions,
  type SpendingOptions,
  USUAL_RUNS,
} from '@toolthread/server';
import { type Ledger, openLedger, type Result } from '@toolthread/store';
import { onTestFinished } from 'vitest';
import { expectDescribed } from './expect-described.ts';
import { scriptedAgent } from './scripted-agent.ts';

export const TOKEN = 'test-token-0123456789';

export interface Started {
  readonly ledger: Ledger;
  readonly hub: Hub;
  readonly runner: Runner;
  readonly server: Server;
  readonly port: number;
  readonly errors: unknown[];
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Stops everything and starts again on the same data. */
  readonly restart: () => Promise<Started>;
}

interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is, whatever it is. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body parsed, where it is JSON. */
  readonly json: unknown;
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export interface StartOptions extends Partial<Omit<ServerOptions, 'ledger' | 'runner'>> {
  readonly file?: string;
  /** Another ledger than one in a file. */
  readonly open?: () => Promise<Result<Ledger>>;
  readonly agent?: Agent;
  readonly runs?: number;
  readonly spending?: SpendingOptions;
  /** Threads have owners, as the ledger's own people say. */
  readonly owners?: boolean;
  /** The ledger as the server shall see it: a slower one, for example. */
  readonly wrap?: (ledger: Ledger) => Ledger;
}

/** A real server on a socket of this machine, with a real ledger in a folder of its own, gone when the test ends. */
export async function startServer(options: StartOptions = {}): Promise<Started> {
  const file = options.file ?? temporaryFile();
  const { hub = createHub(), wrap = (opened) => opened, open = () => openLedger({ file }) } = options;
  const ledger = announcing(wrap(unwrap(await open())), hub);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const { agent = scriptedAgent, runs = USUAL_RUNS } = options;
  const limited = { ...(options.spending && { spending: options.spending }), ...(options.now && { now: options.now }) };
  const isShared = ledger.listen !== undefined;
  const node = isShared ? { node: { name: randomUUID(), hasSharedFiles: () => true } } : {};
  const runner = createRunner({ ledger, agent, runs, onError, ...limited, ...node });
  if (isShared) await runner.recover();
  const people = options.owners === true ? { people: ledger.people } : {};
  const server = createServer({ token: TOKEN, onError, ...people, ...options, ledger, hub, runner });
  const listening = await server.listen({ host: '127.0.0.1', port: 0 });
  if (!listening.ok) throw new Error(listening.message);
  const { port } = listening;
  const close = async (): Promise<void> => {
    await server.close();
    await runner.close();
    await ledger.close();
  };
  onTestFinished(close);
  return {
    ledger,
    hub,
    runner,
    server,
    port,
    errors,
    call: (method, path, given) => call(port, method, path, given),
    restart: async () => {
      await close();
      return startServer({ ...options, file });
    },
  };
}

export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'ledger.db');
}

/** By Node's own client, because `fetch` lets nobody choose a Host or an Origin. */
function call(port: number, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, token = TOKEN } = options;
  const text = options.raw ?? (body === undefined ? (method === 'POST' ? '{}' : '') : JSON.stringify(body));
  const inChunks = options.headers?.['transfer-encoding'] !== undefined;
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(text === '' ? {} : { 'content-type': 'application/json' }),
    ...(text === '' || inChunks ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const end = (): void => {
        const whole = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.includes('application/json') === true;
        const answer = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: whole,
          json: isJson && whole !== '' ? JSON.parse(whole) : undefined,
        };
        request.destroy();
        try {
          expectDescribed(method, path, answer);
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', end);
      // A stream has no end; that it began is the answer.
      if (response.headers['content-type']?.includes('event-stream') === true) end();
    });
    request.on('error', reject);
    request.end(text);
  });
}

/** A field of an answer, by its path: `field(answer.json, 'event', 'seq')`. */
export function field(json: unknown, ...path: readonly string[]): unknown {
  let value = json;
  for (const name of path)
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined;
  return value;
}

export async function newThread({ call }: Pick<Started, 'call'>): Promise<string> {
  const { json } = await call('POST', '/api/threads');
  return String(field(json, 'id'));
}

/** Asks again and again, because nothing here may depend on how fast the machine is. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  const patience = performance.now() + 300_000;
  while (performance.now() < patience) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`this never came: ${what}`);
}

export function untilStatus({ ledger }: Pick<Started, 'ledger'>, thread: string, status: string): Promise<true> {
  return until(
    async () => (unwrap(await ledger.thread(thread)).status === status ? true : undefined),
    `status ${status}`,
  );
}
