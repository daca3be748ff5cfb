/** The program around the server says who sends a request. */
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { fetchThrough } from '../src/http/fetch-through.ts';
import { readStream } from './read-stream.ts';
import { field, newThread, startServer, TOKEN, unwrap, until, untilStatus } from './start-server.ts';
import { createServer, type User } from '@toolthread/server';
import { expect, test } from 'vitest';

/** As a program with sessions of its own would: by a cookie. */
function sessions(): {
  readonly users: Map<string, User>;
  readonly asked: Request[];
  authenticate(request: Request): User | undefined;
} {
  const users = new Map<string, User>([
    ['sid=ada', { name: 'Ada' }],
    ['sid=bob', { name: 'Bob', may: 'read' }],
  ]);
  const asked: Request[] = [];
  return {
    users,
    asked,
    authenticate: (request) => {
      asked.push(request);
      return users.get(request.headers.get('cookie') ?? '');
    },
  };
}
const ada = { token: null, headers: { cookie: 'sid=ada' } };
const eve = { token: null, headers: { cookie: 'sid=eve' } };
const bob = { token: null, headers: { cookie: 'sid=bob' } };

test('a user says, answers, allows, stops: the name stands beside each, and the agent hears a person', async () => {
  const started = await startServer(sessions());
  const thread = String(field((await started.call('POST', '/api/threads', ada)).json, 'id'));
  const post = (path: string, body: object): Promise<{ json: unknown }> =>
    started.call('POST', `/api/threads/${thread}${path}`, { ...ada, body });
  expect((await post('/messages', { text: 'ask' })).json).toMatchObject({ event: { author: '@human', by: 'Ada' } });
  await untilStatus(started, thread, 'awaiting_user');
  const answers = [{ question: 'Which?', values: ['two'] }];
  expect((await post('/answers/c1', { answers })).json).toMatchObject({ event: { by: 'Ada' } });
  await untilStatus(started, thread, 'completed');
  await post('/messages', { text: 'approve' });
  await untilStatus(started, thread, 'awaiting_user');
  const [request] = [...unwrap(await started.ledger.state(thread)).requests.entries()]
    .map(([, request]) => request)
    .filter(({ settled }) => settled === undefined);
  expect((await post(`/approvals/${request?.id}`, { decision: 'once' })).json).toMatchObject({ event: { by: 'Ada' } });
  await untilStatus(started, thread, 'completed');
  await post('/messages', { text: 'hang' });
  await untilStatus(started, thread, 'running');
  expect((await post('/stop', {})).json).toMatchObject({ event: { type: 'run.stop.requested', by: 'Ada' } });
  await untilStatus(started, thread, 'cancelled');
});

test('a user changes and takes back what they said, and nothing else; whoever has a token may', async () => {
  const known = sessions();
  known.users.set('sid=eve', { name: 'Eve' });
  const agent = { hasWork: () => false, recover: () => [], run: async () => undefined };
  const started = await startServer({ ...known, agent });
  const thread = await newThread(started);
  const say = async (who: object): Promise<string> => {
    const said = await started.call('POST', `/api/threads/${thread}/messages`, { ...who, body: { text: 'wait' } });
    return `/api/threads/${thread}/messages/${String(field(said.json, 'event', 'seq'))}`;
  };
  const [adas, owners] = [await say(ada), await say({})];
  const before = unwrap(await started.ledger.thread(thread)).seq;
  for (const [path, who] of [
    [adas, eve],
    [owners, eve],
    [owners, ada],
  ] as const)
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { text: 'deploy' } } : {};
      const answer = await started.call(method, path, { ...who, ...body });
      expect([answer.status, field(answer.json, 'error', 'code')]).toEqual([403, 'not_yours']);
    }
  expect(unwrap(await started.ledger.thread(thread)).seq).toBe(before);
  expect((await started.call('PUT', adas, { ...ada, body: { text: 'go on' } })).status).toBe(200);
  expect((await started.call('PUT', adas, { body: { text: 'no' } })).status).toBe(200);
  expect((await started.call('DELETE', adas, ada)).status).toBe(200);
  const changes = unwrap(await started.ledger.read(thread, { after: before, limit: 9 }));
  expect(changes.map((event) => field(event, 'by'))).toEqual(['Ada', undefined, 'Ada']);
});

test('in drafts a user has their own name only; a program with a token speaks for its users', async () => {
  const known = sessions();
  known.users.set('sid=eve', { name: 'Eve' });
  const started = await startServer(known);
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const path = `/api/threads/${String(field(made.json, 'id'))}/events`;
  const posted = { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'hi' }], delivery: 'now' };
  const send = (who: object, drafts: readonly object[], more: object = {}): ReturnType<typeof started.call> =>
    started.call('POST', path, { ...who, body: { drafts, ...more } });
  const signed = { ...posted, by: 'Ada' };
  expect((await send({}, [signed])).json).toMatchObject({ events: [{ seq: 2, by: 'Ada' }] });
  for (const forged of [
    signed,
    { type: 'run.stop.requested', by: 'Ada' },
    { type: 'request.resolved', request: 'r', decision: 'once', by: 'Ada' },
    { type: 'message.changed', message: 2, parts: [] },
    { type: 'message.changed', message: 2, by: 'Eve', parts: [] },
  ]) {
    const refused = await send(eve, [posted, forged]);
    expect([forged, refused.status, field(refused.json, 'error', 'code')]).toEqual([forged, 403, 'not_yours']);
  }
  const own = await send(eve, [posted, { ...posted, by: 'Eve' }, { ...posted, author: '@bot' }], { expected_seq: 2 });
  expect(own.json).toMatchObject({ events: [{ seq: 3, by: 'Eve' }, { by: 'Eve' }, { author: '@bot', by: 'Eve' }] });
  // Sent again, because the answer was lost.
  const again = await send(eve, [posted, { ...posted, by: 'Eve' }, { ...posted, author: '@bot' }], { expected_seq: 2 });
  expect([again.status, again.json]).toEqual([200, own.json]);
  const changed = await send(eve, [{ type: 'message.changed', message: 3, parts: [] }]);
  expect(changed.json).toMatchObject({ events: [{ type: 'message.changed', by: 'Eve' }] });
});

test('[12.5] nobody goes back past what another user said: in a chat, by AG-UI, in drafts', async () => {
  const known = sessions();
  known.users.set('sid=eve', { name: 'Eve' });
  const started = await startServer(known);
  const code = ({ status, json }: { status: number; json: unknown }): unknown[] => [
    status,
    field(json, 'error', 'code'),
  ];
  const refused = [403, 'not_yours'];
  const id = await newThread(started);
  /** An answer may be over before its run is. */
  const whenIdle = (): Promise<unknown> =>
    until(() => started.runner.alone(id, '@human', async () => 'nobody is at work'), 'the end of the run');
  const chat = async (who: object, message: string, text: string, more: object = {}): Promise<unknown[]> => {
    const messages = [{ id: message, role: 'user', parts: [{ type: 'text', text }] }];
    await whenIdle();
    return code(
      await started.call('POST', '/api/chat', { ...who, body: { id, messages, trigger: 'submit-message', ...more } }),
    );
  };
  const agUi = async (who: object, message: string, content: string, more: object = {}): Promise<unknown[]> => {
    const messages = [{ id: message, role: 'user', content }];
    await whenIdle();
    return code(
      await started.call('POST', '/api/ag-ui', { ...who, body: { threadId: id, runId: 'r', messages, ...more } }),
    );
  };
  const regenerate = { trigger: 'regenerate-message', messageId: 'reply/2' };
  const again = { forwardedProps: { toolthread: { regenerate: true } } };
  expect(await chat(ada, 'a1', 'hello')).toEqual([200, undefined]);
  // Only an answer is taken back: nobody said it.
  expect(await chat(eve, 'x', '', regenerate)).toEqual([200, undefined]);
  expect(await chat(eve, 'e1', 'me too')).toEqual([200, undefined]);
  await whenIdle();
  const before = unwrap(await started.ledger.thread(id)).seq;
  expect(await chat(eve, 'a1', 'other words')).toEqual(refused);
  expect(await chat(ada, 'a1', 'other words')).toEqual(refused);
  expect(await chat(ada, 'x', '', regenerate)).toEqual(refused);
  expect(await agUi(eve, 'a1', 'other words')).toEqual(refused);
  expect(await agUi(ada, 'a1', 'other words')).toEqual(refused);
  expect(await agUi(ada, 'a1', 'hello', again)).toEqual(refused);
  expect(await chat(bob, 'a1', 'other words')).toEqual([403, 'read_only']);
  expect(unwrap(await started.ledger.thread(id)).seq).toBe(before);
  expect(await chat(eve, 'e1', 'I mean it')).toEqual([200, undefined]);
  // The program itself may, by its token.
  expect(await chat({}, 'a1', 'other words')).toEqual([200, undefined]);

  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const path = `/api/threads/${String(field(made.json, 'id'))}/events`;
  const posted = { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'hi' }], delivery: 'now' };
  const send = async (who: object, draft: object): Promise<unknown[]> =>
    code(await started.call('POST', path, { ...who, body: { drafts: [draft] } }));
  expect(await send(ada, posted)).toEqual([201, undefined]);
  expect(await send(eve, posted)).toEqual([201, undefined]);
  expect(await send(ada, { type: 'thread.rewound', to: 1 })).toEqual(refused);
  expect(await send(eve, { type: 'thread.rewound', to: 2 })).toEqual([201, undefined]);
});

test('what a chat of the AI SDK says has the name, too', async () => {
  const started = await startServer(sessions());
  const id = await newThread(started);
  const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] }];
  const body = { id, messages, trigger: 'submit-message' };
  expect((await started.call('POST', '/api/chat', { ...ada, body })).status).toBe(200);
  const events = unwrap(await started.ledger.read(id, { after: 1, limit: 1 }));
  expect(events).toMatchObject([{ type: 'message.posted', author: '@human', by: 'Ada' }]);
  await untilStatus(started, id, 'completed');
});

test('what a client of AG-UI says has the name, too', async () => {
  const started = await startServer(sessions());
  const threadId = await newThread(started);
  const messages = [{ id: 'm1', role: 'user', content: 'hello' }];
  const body = { threadId, runId: 'r1', messages, tools: [], context: [], state: {}, forwardedProps: {} };
  expect((await started.call('POST', '/api/ag-ui', { ...ada, body })).status).toBe(200);
  const events = unwrap(await started.ledger.read(threadId, { after: 1, limit: 1 }));
  expect(events).toMatchObject([{ type: 'message.posted', author: '@human', by: 'Ada' }]);
  await untilStatus(started, threadId, 'completed');
});

test('with a token nobody is asked, and nothing has another name than before', async () => {
  const known = sessions();
  const started = await startServer(known);
  const thread = await newThread(started);
  const said = await started.call('POST', `/api/threads/${thread}/messages`, {
    body: { text: 'hi' },
    headers: { cookie: 'sid=ada' },
  });
  expect(field(said.json, 'event', 'by')).toBeUndefined();
  expect(known.asked).toEqual([]);
  await untilStatus(started, thread, 'completed');
});

test('every route refuses who is not known, and who may only read writes nothing', async () => {
  const started = await startServer(sessions());
  for (const { method, path } of started.server.routes) {
    const address = path.replace(/:\w+/g, 'x');
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await started.call(method, address, { token: null, headers })).status;
    // That one lets in.
    if (!path.startsWith('/api/') || path === '/api/sign-in') continue;
    expect([method, path, await status({})]).toEqual([method, path, 401]);
    expect([method, path, await status({ cookie: 'sid=eve' })]).toEqual([method, path, 401]);
    const read = await status(bob.headers);
    // Names of files are for who could ask the agent about them.
    if (path === '/api/threads/:id/files' || path === '/api/files') expect(read).toBe(403);
    else if (method === 'GET') expect([method, path, read]).not.toEqual([method, path, 403]);
    // There is no token to swap.
    else expect([method, path, read]).toEqual([method, path, path === '/api/session' ? 401 : 403]);
  }
});

test('a page of another site gets nothing by the cookie of a user', async () => {
  const started = await startServer(sessions());
  for (const foreign of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example' },
  ]) {
    const answer = await started.call('POST', '/api/threads', { token: null, headers: { ...ada.headers, ...foreign } });
    expect(answer.status).toBe(403);
  }
});

test('who is asked gets the address, the method and the headers, and cannot take the body away', async () => {
  const known = sessions();
  const started = await startServer({
    authenticate: async (request) => {
      await request.text();
      return known.authenticate(request);
    },
  });
  const made = await started.call('POST', '/api/threads?x=1', { ...ada, body: { title: 'Mine' } });
  expect(made.json).toMatchObject({ title: 'Mine' });
  const [request] = known.asked;
  expect([request?.method, new URL(request?.url ?? '').pathname, request?.headers.get('cookie')]).toEqual([
    'POST',
    '/api/threads',
    'sid=ada',
  ]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no database');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no database'))],
  ['gives a user without a name', () => ({ name: '' })],
  ['gives a user with the name of the owner', () => ({ name: '@human' })],
  ['gives a user who may something else', () => ({ name: 'Ada', ...JSON.parse('{"may":"none"}') })],
])('one that %s lets nobody in, and the right token still does', async (_, authenticate) => {
  const started = await startServer({ authenticate });
  expect((await started.call('GET', '/api/threads', { token: null })).status).toBe(500);
  expect((await started.call('GET', '/api/threads', { token: TOKEN })).status).toBe(200);
  expect(started.errors).toHaveLength(1);
});

test('one that gives null knows nobody', async () => {
  const started = await startServer({ authenticate: () => null });
  expect((await started.call('GET', '/api/threads', { token: null })).status).toBe(401);
});

test('one that is slow has so many to look up, and the others are told to come again', async () => {
  const ends: (() => void)[] = [];
  const { server } = await startServer({
    authenticate: () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined))),
  });
  const host = createHttpServer(server.handle);
  const ask = (headers: Record<string, string> = {}): Promise<Response> =>
    fetchThrough(host, new Request('http://localhost/api/threads', { headers }));
  const waiting = Array.from({ length: 500 }, () => ask());
  await until(() => (ends.length === 500 ? true : undefined), 'five hundred questions');
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after'), ends.length]).toEqual([503, '1', 500]);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
  // Who shows a token needs nobody to be asked.
  expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  for (const end of ends) end();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([401]));
});

test.each([
  ['/api/threads?x=1', 200],
  ['http://HOST/api/threads?x=1', 200],
  ['http://evil.example/api/threads?x=1', 403],
  ['https://evil.example/api/threads', 403],
  ['http://admin@HOST/api/threads', 403],
  ['http://admin@evil.example:99/api/threads', 403],
  ['http://HOST@evil.example/api/threads', 403],
])('what a request for %s gets is %i, and who is asked sees the server’s own address', async (target, status) => {
  const known = sessions();
  const { port, call } = await startServer(known);
  const own = `127.0.0.1:${port}`;
  expect((await call('GET', target.replace('HOST', own), ada)).status).toBe(status);
  const seen = status === 200 ? [`http://${own}/api/threads?x=1`] : [];
  expect(known.asked.map(({ url }) => url)).toEqual(seen);
});

test('who may only read from now on writes nothing of what is still being sent', async () => {
  const known = sessions();
  const started = await startServer({ ...known, keepAliveMs: 10 });
  const thread = await newThread(started);
  const headers = { ...ada.headers, 'content-type': 'application/json', 'content-length': '15' };
  const path = `/api/threads/${thread}/messages`;
  const sending = httpRequest({ port: started.port, method: 'POST', path, headers, agent: false });
  const ended = new Promise((resolve) => sending.once('error', () => resolve('cut off')).once('response', resolve));
  sending.write('{"text":');
  await until(() => (known.asked.length > 0 ? true : undefined), 'a question');
  known.users.set('sid=ada', { name: 'Ada', may: 'read' });
  expect(await ended).toBe('cut off');
  expect(unwrap(await started.ledger.thread(thread)).seq).toBe(1);
});

test('a stream ends when its user is not known any more, and when the server closes', async () => {
  const known = sessions();
  const started = await startServer({ ...known, keepAliveMs: 10 });
  const thread = await newThread(started);
  const reader = await readStream(started.port, thread, { token: null, headers: ada.headers });
  await reader.seqs(1);
  expect(reader.isClosed()).toBe(false);
  known.users.delete('sid=ada');
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
});

test('without a token the program alone says who is let in; with neither nobody could be', async () => {
  const started = await startServer();
  const { ledger, hub, runner } = started;
  const server = createServer({ ledger, hub, runner, ...sessions() });
  const at = (cookie: string): Request => new Request('http://localhost/api/threads', { headers: { cookie } });
  expect((await server.fetch(at('sid=ada'))).status).toBe(200);
  expect((await server.fetch(at('sid=eve'))).status).toBe(401);
  await server.close();
  expect(() => createServer({ ledger, hub, runner })).toThrow('give it a token, or authenticate');
});
