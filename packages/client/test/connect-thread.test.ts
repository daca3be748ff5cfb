import type { Thread } from '@toolthread/core';
import { connectThread, type ConnectOptions, type ThreadConnection } from '@toolthread/client';
import { type Call, timeline, threadOf } from '@toolthread/core';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { cutAfterBytes, cutAfterEvents } from './cutting-fetch.ts';
import {
  newThread,
  post,
  readAsJson,
  type ServerProcess,
  sharedServer,
  startServerProcess,
  until,
} from './server-process.ts';

function follow(server: ServerProcess, thread: string, options: Partial<ConnectOptions> = {}): ThreadConnection {
  const connection = connectThread({
    ...server.endpoint,
    thread,
    backoffMs: () => 1,
    onChange: () => undefined,
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** A thread that asked, was answered and is done; and what folding its events as JSON gives. */
async function finishedThread(server: ServerProcess): Promise<{ thread: string; events: number; view: unknown }> {
  const thread = await newThread(server.endpoint);
  const connection = follow(server, thread);
  await connection.post('ask me');
  await until(() => connection.state().scopes.get('')?.status === 'awaiting_user', 'the question');
  const answered = await connection.answer('c1', [{ question: 'Which?', values: ['two'] }]);
  expect(answered.ok).toBe(true);
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  await connection.post('hello again');
  await until(() => JSON.stringify(connection.timeline).includes('You said hello again.'), 'the second answer');
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the second end');
  const events = await readAsJson(server.endpoint, thread);
  return { thread, events: events.length, view: view(threadOf(events)) };
}

/** As plain data: what deep equality shall compare. */
function view(thread: Thread): unknown {
  const { checkpoints: _, ...rest } = thread.state;
  return JSON.parse(JSON.stringify({ ...rest, timeline: timeline(thread) }));
}

const shared = sharedServer();

test('[L1] [B.6 24] cut after each single event, the folded state is that of the uncut thread', async () => {
  const server = shared();
  const whole = await finishedThread(server);
  expect(whole.events).toBeGreaterThan(20);
  const network = cutAfterEvents(() => 1);
  const connection = follow(server, whole.thread, { fetch: network.fetch });
  await until(() => connection.state().seq === whole.events, 'all events');
  expect(view(connection.thread())).toEqual(whole.view);
  expect(connection.state().anomalies.count).toBe(0);
  expect(network.cuts()).toBeGreaterThanOrEqual(whole.events);
});

test('[L1] cut at any byte, any number of times, the folded state is that of the uncut thread', async () => {
  const server = shared();
  const whole = await finishedThread(server);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 30 }), async (sizes) => {
      let i = 0;
      const network = cutAfterBytes(() => sizes[(i += 1)] ?? Infinity);
      const connection = follow(server, whole.thread, { fetch: network.fetch });
      await until(() => connection.state().seq === whole.events, 'all events');
      expect(view(connection.thread())).toEqual(whole.view);
      connection.close();
    }),
    { numRuns: 20 },
  );
});

test('[L1] cut while the agent works: every state on the way is a state of the uncut thread', async () => {
  const server = shared();
  const thread = await newThread(server.endpoint);
  const network = cutAfterEvents(() => 2);
  const seen = new Map<number, unknown>();
  const connection: ThreadConnection = follow(server, thread, {
    fetch: network.fetch,
    onChange: () => seen.set(connection.state().seq, view(connection.thread())),
  });
  await post(server.endpoint, thread, 'hello');
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  const events = await readAsJson(server.endpoint, thread);
  expect(seen.size).toBeGreaterThan(3);
  for (const [seq, state] of seen) {
    if (seq > 0) expect(state).toEqual(view(threadOf(events.slice(0, seq))));
  }
});

test('two clients see the same, whichever of them speaks', async () => {
  const server = shared();
  const thread = await newThread(server.endpoint);
  const one = follow(server, thread);
  const two = follow(server, thread, { fetch: cutAfterEvents(() => 3).fetch });
  await one.post('ask');
  await until(() => two.state().scopes.get('')?.status === 'awaiting_user', 'the question at the other');
  const [first, second] = await Promise.all([
    one.answer('c1', [{ question: 'Which?', values: ['one'] }]),
    two.answer('c1', [{ question: 'Which?', values: ['two'] }]),
  ]);
  expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1);
  const lost = first.ok ? second : first;
  expect(lost).toMatchObject({ ok: false, error: { code: 'already_settled', status: 409 } });
  const done = (connection: ThreadConnection): boolean => connection.state().scopes.get('')?.status === 'completed';
  await until(() => done(one) && done(two), 'the end at both');
  expect(view(two.thread())).toEqual(view(one.thread()));
  expect(view(one.thread())).toEqual(view(threadOf(await readAsJson(server.endpoint, thread))));
});

test('[L6] the server is killed in the middle of a call and started again: the client goes on, nothing is lost', async () => {
  const server = await startServerProcess();
  const thread = await newThread(server.endpoint);
  const connection = follow(server, thread, { backoffMs: () => 10 });
  const posted = await connection.post('hang on');
  expect(posted.ok).toBe(true);
  const call = (): Call | undefined =>
    [...connection.state().calls.byPlace.entries()].map(([, value]) => value).find(({ id }) => id === 'c1');
  await until(() => call()?.state.name === 'running', 'a running call');
  const before = view(connection.thread());
  const { seq } = connection.state();
  await server.kill();
  await until(() => connection.connection === 'reconnecting', 'the loss noticed');
  expect(connection.problem?.code).toBe('unreachable');
  expect(view(connection.thread())).toEqual(before);
  await server.start();
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the thread going on');
  expect(connection.connection).toBe('live');
  expect(call()?.state).toMatchObject({ result: { outcome: 'interrupted' } });
  const events = await readAsJson(server.endpoint, thread);
  expect(view(threadOf(events.slice(0, seq)))).toEqual(before);
  await until(() => connection.state().seq === events.length, 'all events');
  expect(view(connection.thread())).toEqual(view(threadOf(events)));
});

test('a message posted while the server is away, and again with the same id when it is back, is one message', async () => {
  const server = await startServerProcess();
  const thread = await newThread(server.endpoint);
  const connection = follow(server, thread);
  await server.kill();
  const lost = await connection.post('hello', { clientId: 'mine' });
  expect(lost).toMatchObject({ ok: false, error: { code: 'unreachable', status: 0 } });
  await server.start();
  await Promise.all([1, 2, 3].map(() => connection.post('hello', { clientId: 'mine' })));
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  expect(connection.state().messageCount).toBe(1);
});

test('a message whose acknowledgement was lost is sent again by itself, and is one message', async () => {
  const server = shared();
  const thread = await newThread(server.endpoint);
  let losses = 0;
  const connection = follow(server, thread, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || losses > 0) return response;
      losses += 1;
      throw new TypeError('the connection broke after the server had the message');
    },
  });
  const posted = await connection.post('hello');
  expect([posted.ok, losses]).toEqual([true, 1]);
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  expect(connection.state().messageCount).toBe(1);
});

test('[B.6 27] mounted twice, as StrictMode does: the first connection is gone, and everything is there once', async () => {
  const server = shared();
  const thread = await newThread(server.endpoint);
  const open = new Set<AbortSignal>();
  const counting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('content-type')?.includes('event-stream') !== true) return response;
    const signal = init?.signal ?? new AbortController().signal;
    open.add(signal);
    signal.addEventListener('abort', () => open.delete(signal), { once: true });
    if (signal.aborted) open.delete(signal);
    return response;
  };
  let told = 0;
  const first = follow(server, thread, { fetch: counting, onChange: () => (told += 1) });
  first.close();
  const before = told;
  const second = follow(server, thread, { fetch: counting });
  await second.post('hello');
  await until(() => second.state().scopes.get('')?.status === 'completed', 'the end');
  expect([told, first.state().seq, open.size]).toEqual([before, 0, 1]);
  expect([second.state().messageCount, second.state().anomalies.count]).toEqual([1, 0]);
});

test('[B.6 27] three tabs, one of them asleep while the others speak: awake, it has every event once, as they have', async () => {
  const server = shared();
  const thread = await newThread(server.endpoint);
  // Asleep, nothing arrives and nothing fails: the connection has gone without a word.
  let asleep = false;
  const sleeper: typeof fetch = async (input, init) => {
    if (asleep) throw new TypeError('no network yet');
    const response = await fetch(input, init);
    if (response.headers.get('content-type')?.includes('event-stream') !== true || response.body === null)
      return response;
    const silent = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => (asleep ? undefined : controller.enqueue(chunk)),
    });
    return new Response(response.body.pipeThrough(silent), response);
  };
  const tabs = [
    follow(server, thread),
    follow(server, thread),
    follow(server, thread, { fetch: sleeper, silenceMs: 300 }),
  ];
  const [one, two, third] = tabs;
  if (one === undefined || two === undefined || third === undefined) throw new Error('three tabs');
  await until(() => third.connection === 'live', 'the third tab');
  asleep = true;
  await one.post('said while one sleeps');
  await two.post('and more');
  await until(() => one.state().messageCount === 2 && one.state().scopes.get('')?.status === 'completed', 'the end');
  await until(() => third.connection === 'reconnecting', 'the silence noticed');
  asleep = false;
  await until(() => tabs.every((tab) => tab.state().seq === one.state().seq), 'all of it everywhere');
  expect([third.state().messageCount, third.state().anomalies.count]).toEqual([2, 0]);
  expect(view(third.thread())).toEqual(view(one.thread()));
  expect(view(two.thread())).toEqual(view(threadOf(await readAsJson(server.endpoint, thread))));
});
