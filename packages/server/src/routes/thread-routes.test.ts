import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { field, newThread, startServer, TOKEN, unwrap, untilStatus } from '../../test/start-server.ts';

test('a thread is made, listed, named and read', async () => {
  const started = await startServer();
  const created = await started.call('POST', '/api/threads', { body: { title: 'Upgrade the parser' } });
  expect(created.status).toBe(201);
  const summary = {
    id: expect.any(String),
    title: 'Upgrade the parser',
    status: null,
    seq: 1,
    calls: 0,
    failed: 0,
    waiting: 0,
    unfinished: false,
    stop: null,
    created_at: expect.any(Number),
    may: null,
    approvals: 0,
    pinned: false,
    place: 'list',
    placed_at: null,
    updated_at: expect.any(Number),
    worked_ms: 0,
    agent: null,
    model: null,
    project: null,
    turn: null,
  };
  expect(created.json).toEqual(summary);
  const id = String(field(created.json, 'id'));
  expect((await started.call('GET', `/api/threads/${id}`)).json).toEqual(created.json);
  await started.call('POST', `/api/threads/${id}/title`, { body: { title: '  Downgrade it ' } });
  expect((await started.call('GET', '/api/threads')).json).toMatchObject({ threads: [{ id, title: 'Downgrade it' }] });
  expect((await started.call('GET', '/api/threads/none')).status).toBe(404);
});

test('a message is in the ledger when it is acknowledged, and the agent works on it', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const posted = await started.call('POST', `/api/threads/${thread}/messages`, {
    body: { text: 'hello', mentions: ['@ada'] },
  });
  expect(posted.status).toBe(201);
  expect(posted.json).toMatchObject({
    event: {
      seq: 2,
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: 'hello' }],
      mentions: ['@ada'],
      delivery: 'now',
    },
  });
  await untilStatus(started, thread, 'completed');
  const { json } = await started.call('GET', `/api/threads/${thread}/messages`);
  expect(JSON.stringify(json)).toContain('You said hello.');
  expect(started.errors).toEqual([]);
});

test('[L6] [B.6 20] the same client id a hundred times at once is one message; with other words a conflict', async () => {
  const started = await startServer();
  const path = `/api/threads/${await newThread(started)}/messages`;
  const body = { text: 'hello', client_id: 'c-1' };
  const answers = await Promise.all(Array.from({ length: 100 }, () => started.call('POST', path, { body })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ json }) => field(json, 'event', 'seq')))).toEqual(new Set([2]));
  const conflict = await started.call('POST', path, { body: { ...body, text: 'bye' } });
  expect([conflict.status, field(conflict.json, 'error', 'code')]).toEqual([409, 'message_conflict']);
});

test('[B.6 21] two tabs post at once: both messages are kept, in one order, and turns do not mix', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const path = `/api/threads/${thread}/messages`;
  await Promise.all(['one', 'two', 'three'].map((text) => started.call('POST', path, { body: { text } })));
  await untilStatus(started, thread, 'completed');
  const events = unwrap(await started.ledger.read(thread, { after: 0, limit: 1000 }));
  expect(events.filter(({ type }) => type === 'message.posted')).toHaveLength(3);
  let open = 0;
  for (const { type } of events) {
    if (type === 'agent.step.started') open += 1;
    if (type === 'agent.step.completed') open -= 1;
    expect([0, 1]).toContain(open);
  }
});

test.each<[what: string, raw: string, code?: string]>([
  ['not JSON', '{', 'bad_json'],
  ['a key twice', '{"text":"a","text":"b"}', 'bad_json'],
  ['no words', '{}'],
  ['empty words', '{"text":""}'],
  ['words twice', '{"text":"a","parts":[{"type":"text","text":"b"}]}'],
  ['a misspelt field', '{"text":"a","clientId":"x"}'],
  ['another author', '{"text":"a","author":"@root"}'],
  ['a part of no kind', '{"parts":[{"type":"script","text":"x"}]}'],
  ['a remote image', '{"parts":[{"type":"image","media_type":"image/png","source":{"kind":"url","url":"http://x"}}]}'],
  ['a client id with a control character', '{"text":"a","client_id":"a\\u0000"}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['depth', `{"text":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['a prototype', '{"text":"a","__proto__":{"admin":true}}'],
])(
  '[B.3 15] [B.6 38] CVE-2026-31949: a message with %s is refused with a reason, and the server goes on',
  async (_, raw, code = 'bad_body') => {
    const started = await startServer();
    const thread = await newThread(started);
    const { status, json } = await started.call('POST', `/api/threads/${thread}/messages`, { raw });
    expect([status, field(json, 'error', 'code')]).toEqual([400, code]);
    expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 1 });
  },
);

test('[B.6 38] a body beyond the limit is refused with its limit, announced or not', async () => {
  const { call } = await startServer({ bodyBytes: 1000 });
  const raw = JSON.stringify({ title: 'x'.repeat(2000) });
  const told = await call('POST', '/api/threads', { raw });
  expect([told.status, told.json]).toEqual([
    413,
    { error: { code: 'too_large', message: expect.stringContaining('1000') } },
  ]);
  const headers = { 'transfer-encoding': 'chunked' };
  expect((await call('POST', '/api/threads', { raw, headers })).status).toBe(413);
  expect((await call('GET', '/api/threads')).json).toEqual({ threads: [], next: null });
});

test('a body may come in chunks, and there may be none and no word of its length', async () => {
  const { call, port, errors } = await startServer();
  const headers = { 'transfer-encoding': 'chunked' };
  const chunked = await call('POST', '/api/threads', { body: { title: 'In chunks' }, headers });
  expect([chunked.status, field(chunked.json, 'title')]).toEqual([201, 'In chunks']);
  // As `curl -X POST` asks; Node's own client always says a length.
  const head = `POST /api/threads HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${TOKEN}\r\nconnection: close`;
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
  expect(String(Buffer.concat(await socket.toArray()))).toContain(' 201 Created');
  expect(errors).toEqual([]);
});

test('[B.3 15] [B.6 38] CVE-2026-31949: no JSON whatever makes any route fail or any field of it go through unseen', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const routes = started.server.routes.filter(({ method }) => method !== 'GET');
  expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'DELETE']));
  const name = fc.constantFrom('x', '1', '2', '__proto__', '%00');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      name,
      fc.json({ maxDepth: 4 }),
      async ({ method, path }, given, raw) => {
        const { status } = await started.call(method, path.replace(':id', thread).replace(/:\w+/, given), { raw });
        expect([200, 201, 204, 400, 404, 409]).toContain(status);
      },
    ),
    { numRuns: 200 },
  );
  expect(started.errors).toEqual([]);
});

test('stop on a thread that does nothing writes nothing', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  expect((await started.call('POST', `/api/threads/${thread}/stop`)).json).toEqual({ stopping: false });
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 1 });
  expect((await started.call('POST', '/api/threads/none/stop')).status).toBe(404);
});

test('stop ends a run that works, and one that waits for a person', async () => {
  for (const [text, status] of [
    ['hang', 'running'],
    ['ask', 'awaiting_user'],
  ] as const) {
    const started = await startServer();
    const thread = await newThread(started);
    await started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });
    await untilStatus(started, thread, status);
    const stopped = await started.call('POST', `/api/threads/${thread}/stop`);
    expect(stopped.json).toMatchObject({ stopping: true, event: { type: 'run.stop.requested', by: '@human' } });
    await untilStatus(started, thread, 'cancelled');
    expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ waiting: 0, unfinished: false });
  }
});
