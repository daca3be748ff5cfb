import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, policyByTool, textValue } from '@toolthread/agent';
import { scriptedModel } from '@toolthread/providers/scripted';
import { hashPassword, serveAgent, type ServeAgentOptions } from '@toolthread/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { until } from './start-server.ts';

const token = 'a-long-secret-0123456789';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody.',
  input: z.object({ name: z.string() }),
  execute: ({ name }) => textValue(`Hello, ${name}.`),
});
const script = [
  [{ type: 'call', name: 'greet', arguments: { name: 'Ada' } }],
  [{ type: 'text', text: 'She is greeted.' }],
] as const;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'serve-agent-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

async function served(
  options: Omit<ServeAgentOptions, 'file' | 'token'>,
  file = join(folder(), 'ledger.db'),
): Promise<{ ask(path: string, body?: object): Promise<unknown>; close(): Promise<void> }> {
  const started = await serveAgent({ ...options, file, token });
  if (!started.ok) throw new Error(started.message);
  onTestFinished(started.close);
  const { server, url = 'http://localhost' } = started;
  return {
    close: started.close,
    ask: async (path, body) => {
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
      const response = await server.fetch(new Request(`${url}/api${path}`, init));
      return response.json();
    },
  };
}

const idOf = (thread: unknown): string => z.object({ id: z.string() }).parse(thread).id;

test.each(['mounted', undefined] as const)('a model with a tool answers in one call (listen: %s)', async (listen) => {
  const agent = { model: scriptedModel(script), tools: [greet], policy: policyByTool({ greet: 'allow' }, 'ask') };
  const { ask } = await served({ agent, ...(listen === undefined ? {} : { listen }) });
  const id = idOf(await ask('/threads', { title: 'Greetings' }));
  await ask(`/threads/${id}/messages`, { text: 'Greet Ada.' });
  const events = async (): Promise<string> => JSON.stringify(await ask(`/threads/${id}/events?after=0&limit=100`));
  const isOver = async (): Promise<true | undefined> =>
    (await events()).includes('"status":"completed"') ? true : undefined;
  await until(isOver, 'the end of the run');
  expect(await events()).toContain('Hello, Ada.');
});

test('without a policy every call asks, and a restart on the same file goes on', async () => {
  const file = join(folder(), 'ledger.db');
  const agent = { model: scriptedModel(script), tools: [greet] };
  const first = await served({ agent }, file);
  const id = idOf(await first.ask('/threads', { title: 'Greetings' }));
  await first.ask(`/threads/${id}/messages`, { text: 'Greet Ada.' });
  const events = (): Promise<string> => first.ask(`/threads/${id}/events?after=0&limit=100`).then(JSON.stringify);
  await expect.poll(events).toContain('request.opened');
  expect(await events()).not.toContain('Hello, Ada.');
  await first.close();
  const again = await served({ agent }, file);
  // The first may have ended between the question and the word that it waits: then the second says so.
  await expect.poll(async () => JSON.stringify(await again.ask('/threads'))).toContain('awaiting_user');
});

test.each([
  ['a base path that is none', { token, basePath: 'agent/' }, 'base path'],
  ['an origin that is none', { token, allowedOrigins: ['*'] }, 'is not an origin'],
  ['neither a token nor authenticate', {}, 'give it a token'],
  ['a page that is no folder', { token, shell: import.meta.filename }, 'ENOTDIR'],
  [
    'tokens that cannot be read',
    {
      token: () => {
        throw new Error('no list of tokens');
      },
      listen: 'mounted',
    },
    'no list of tokens',
  ],
] as const)('%s is told in words, and the ledger is free', async (_, options, words) => {
  const agent = { model: scriptedModel(script) };
  const file = join(folder(), 'ledger.db');
  const refused = await serveAgent({ agent, file, ...options });
  expect(refused).toEqual({ ok: false, message: expect.stringContaining(words) });
  await served({ agent }, file);
});

test('what cannot be is told in words, and leaves nothing open', async () => {
  const agent = { model: scriptedModel(script) };
  const weak = await serveAgent({ agent, file: join(folder(), 'weak.db'), token: 'short', listen: 'mounted' });
  expect(weak).toEqual({ ok: false, message: expect.stringContaining('16 characters') });
  const file = join(folder(), 'ledger.db');
  const refused = await serveAgent({ agent, file, token: 'short', listen: { host: '0.0.0.0', port: 0 } });
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('16 characters') });
  const held = await served({ agent }, file);
  expect(await serveAgent({ agent, file, token })).toMatchObject({ ok: false });
  await held.close();
  expect(existsSync(file)).toBe(true);
});

test('people need no ledger that is there before: their accounts are made in the one that it made', async () => {
  const file = join(folder(), 'new', 'ledger.db');
  const started = await serveAgent({ agent: { model: scriptedModel(script) }, file, accounts: true });
  if (!started.ok) throw new Error(started.message);
  onTestFinished(started.close);
  await started.ledger.people.accounts.add('Ada', await hashPassword('a password of several words'));
  const body = JSON.stringify({ name: 'Ada', password: 'a password of several words' });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${started.url}/api/sign-in`, init)).status).toBe(200);
});

test('whom `authenticate` knows has threads of their own where people are asked for', async () => {
  const file = join(folder(), 'ledger.db');
  const authenticate: ServeAgentOptions['authenticate'] = ({ headers }) => ({ name: headers.get('x-name') ?? '' });
  const started = await serveAgent({ agent: { model: scriptedModel(script) }, file, authenticate, people: true });
  if (!started.ok) throw new Error(started.message);
  onTestFinished(started.close);
  const ask = (name: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${started.url}/api${path}`, { ...init, headers: { 'x-name': name, 'content-type': 'application/json' } });
  const id = idOf(await (await ask('Ada', '/threads', { method: 'POST', body: '{}' })).json());
  expect([(await ask('Ada', `/threads/${id}`)).status, (await ask('Bob', `/threads/${id}`)).status]).toEqual([
    200, 404,
  ]);
});

test('two tools of one name are refused in words, before anybody says anything', async () => {
  const agent = { model: scriptedModel(script), tools: [greet, greet] };
  expect(await serveAgent({ agent, file: join(folder(), 'ledger.db'), token })).toEqual({
    ok: false,
    message: 'Two tools are called "greet". Each needs a name of its own.',
  });
});

const model = { model: scriptedModel([]) };

test.each<[what: string, options: object, words: RegExp]>([
  ['nothing', {}, /^`file` /],
  ['no file', { agent: model }, /^`file` /],
  ['no agent', { file: 'F' }, /^`agent` must be a model with its tools/],
  ['a model with a slip of the pen', { file: 'F', agent: { modle: 1 } }, /^`model` must be a model/],
  ['a model by its name', { file: 'F', agent: { model: 'gpt' } }, /^`model` must be a model/],
  ['a limit that there is not', { file: 'F', agent: { ...model, limits: { step: 3 } } }, /^There is no limit "step"/],
])('an agent is not served with %s: the message says what to give', async (_, given, words) => {
  const [options] = [{ ...given, ...('file' in given ? { file: join(folder(), 'ledger.db') } : {}), token }] as never[];
  const started = options === undefined ? undefined : await serveAgent(options);
  if (started?.ok === true) await started.close();
  expect(started).toMatchObject({ ok: false, message: expect.stringMatching(words) });
});
