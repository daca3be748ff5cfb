import { foldAll, scopesAtWork } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { groupHeader } from '@toolthread/core/lines';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Reply, scriptedNetwork } from '../test/scripted-network.ts';
import { connectThread } from './connect-thread.ts';
import type { ConnectOptions, ThreadConnection } from './thread-connection.ts';

const events: readonly LedgerEvent[] = Array.from({ length: 6 }, (_, i) => ({
  v: 1,
  thread: 't',
  seq: i + 1,
  at: i,
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text: `message ${i + 1}` }],
  delivery: 'now',
}));

const frames = (...seqs: number[]): string[] =>
  seqs.map((seq) => `id: ${seq}\ndata: ${JSON.stringify(events[seq - 1])}\n\n`);

interface Followed {
  readonly connection: ThreadConnection;
  readonly asked: string[];
  readonly changes: () => number;
}

function follow(replies: readonly Reply[], options: Partial<ConnectOptions> = {}): Followed {
  const network = scriptedNetwork(replies);
  let changes = 0;
  const connection = connectThread({
    baseUrl: 'http://server',
    thread: 't',
    fetch: network.fetch,
    backoffMs: () => 0,
    onChange: () => {
      changes += 1;
    },
    ...options,
  });
  onTestFinished(() => connection.close());
  return { connection, asked: network.asked, changes: () => changes };
}

async function until(ask: () => boolean): Promise<void> {
  const patience = performance.now() + 50_000;
  while (!ask() && performance.now() < patience) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(ask()).toBe(true);
}

const open = (...seqs: number[]): Reply => ({ frames: frames(...seqs), afterwards: 'silence' });

test.each(['http://server', 'http://server/'])('asks %s for what follows the last event it folded', async (baseUrl) => {
  const { connection, asked } = follow([{ frames: frames(1, 2) }, { frames: frames(3) }, open(4, 5, 6)], { baseUrl });
  await until(() => connection.state().seq === 6);
  expect(asked).toEqual([0, 2, 3].map((seq) => `http://server/api/threads/t/events?after=${seq}`));
  expect(connection.state().log.toArray()).toEqual(foldAll(events).log.toArray());
});

test('what was read before a purge is forgotten, whether it is told at once or after a cut', async () => {
  const told = (n: number): string => `: purges ${n}\n\n`;
  const { connection, asked } = follow([
    { frames: [told(7), ...frames(1, 2), told(7), ...frames(3), told(8)], afterwards: 'silence' },
    { frames: [told(8), ...frames(1, 2, 3)] },
    { frames: [told(9), ...frames(4)], afterwards: 'silence' },
    { frames: [told(9), ...frames(1, 2, 3, 4)], afterwards: 'silence' },
  ]);
  await until(() => connection.state().seq === 4);
  expect(asked).toEqual([0, 0, 3, 0].map((seq) => `http://server/api/threads/t/events?after=${seq}`));
});

test('an event is never applied twice, however often it comes', async () => {
  const { connection } = follow([{ frames: frames(1, 2, 1, 2) }, { frames: frames(1, 2, 3, 3) }, open(3, 2, 4)]);
  await until(() => connection.state().seq === 4);
  expect(connection.state().messageCount).toBe(4);
  expect(connection.state().anomalies.count).toBe(0);
});

test('after a gap nothing is folded; it asks again for what is missing', async () => {
  const { connection, asked } = follow([{ frames: frames(1, 2, 4, 5), afterwards: 'silence' }, open(3, 4, 5, 6)]);
  await until(() => connection.state().seq === 6);
  expect(asked[1]).toContain('after=2');
  expect(connection.state().anomalies.count).toBe(0);
});

test('a stream that is not JSON, or breaks in a frame, is read again from the last whole event', async () => {
  const [third = ''] = frames(3);
  const { connection, asked } = follow([
    { frames: [...frames(1), 'data: {"seq":\n\n'] },
    { frames: [...frames(2), third.slice(0, 20)] },
    open(3, 4),
  ]);
  await until(() => connection.state().seq === 4);
  expect(asked.map((url) => url.at(-1))).toEqual(['0', '1', '2']);
});

test.each([
  ['not JSON', '{"seq":'],
  ['no object', '7'],
  ['of a kind that is not known', JSON.stringify({ ...events[1], type: 'message.painted' })],
  ['of another shape', JSON.stringify({ ...events[1], parts: 'hello' })],
  ['of a version to come', JSON.stringify({ ...events[1], v: 2 })],
])('an event that is %s, twice in the same place, ends the connection in words', async (_, data) => {
  const wrong: Reply = { frames: [...frames(1), `id: 2\ndata: ${data}\n\n`, ...frames(3)], afterwards: 'silence' };
  const { connection, asked } = follow([wrong, wrong, open(2)]);
  await until(() => connection.connection === 'closed');
  expect(connection.problem).toMatchObject({ code: 'unreadable_event', status: 0 });
  expect(connection.problem?.message).toContain('cannot be read here');
  expect(asked).toHaveLength(2);
  expect(connection.state().messageCount).toBe(1);
  expect(connection.state().life).toBe('closed');
});

test('an event that can be read the second time is read', async () => {
  const wrong: Reply = { frames: [...frames(1), 'data: {"seq":2}\n\n'], afterwards: 'silence' };
  const { connection } = follow([wrong, open(2, 3)]);
  await until(() => connection.state().seq === 3);
  expect(connection.connection).toBe('live');
});

test('a server that goes silent is taken for gone', async () => {
  const { connection, asked } = follow([open(1), open(2)], { silenceMs: 20 });
  await until(() => connection.state().seq === 2);
  expect(asked.length).toBeGreaterThanOrEqual(2);
});

test('comments are signs of life, not of change', async () => {
  const beats = Array.from({ length: 20 }, () => ':\n\n');
  const { connection, changes } = follow([{ frames: [...frames(1), ...beats], afterwards: 'silence' }]);
  await until(() => connection.state().seq === 1);
  const before = connection.state();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(connection.state()).toBe(before);
  expect(changes()).toBeLessThanOrEqual(2);
});

test('many events at once are one change', async () => {
  const { connection, changes } = follow([{ frames: [frames(1, 2, 3, 4, 5, 6).join('')], afterwards: 'silence' }]);
  await until(() => connection.state().seq === 6);
  expect(changes()).toBeLessThanOrEqual(2);
});

test.each([
  [401, 'no_token'],
  [403, 'foreign_origin'],
  [404, 'no_such_thread'],
  [429, 'too_many_failures'],
])('%i ends the connection, with the reason, and it does not ask again', async (status, code) => {
  const body = JSON.stringify({ error: { code, message: 'because' } });
  const { connection, asked } = follow([{ status, body }, open(1)]);
  await until(() => connection.connection === 'closed');
  expect(connection.problem).toEqual({ code, message: 'because', status });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked).toHaveLength(1);
});

test.each([
  [429, '{"error":{"code":"busy","message":"wait"}}', 'busy'],
  [503, 'a proxy says no', 'bad_answer'],
  [500, '[]', 'bad_answer'],
])('%i is tried again', async (status, body, code) => {
  const problems: (string | undefined)[] = [];
  const followed: Followed = follow([{ status, body }, 'refused', open(1)], {
    onChange: () => problems.push(followed.connection.problem?.code),
  });
  await until(() => followed.connection.connection === 'live' && followed.connection.state().seq === 1);
  expect(problems).toContain(code);
  expect(problems).toContain('unreachable');
  expect(followed.connection.problem).toBeUndefined();
});

test("a history longer than the server's is forgotten, and read again from the beginning", async () => {
  const ahead = { status: 400, body: '{"error":{"code":"cursor_ahead","message":"The thread ends at event 2."}}' };
  const { connection, asked } = follow([{ frames: frames(1, 2, 3) }, ahead, open(1, 2)]);
  await until(() => connection.state().seq === 2 && connection.connection === 'live');
  expect(asked.map((url) => url.at(-1))).toEqual(['0', '3', '0']);
  expect(connection.state().messageCount).toBe(2);
});

test('tries come further apart while nothing comes, and close again when something did', async () => {
  const attempts: number[] = [];
  const { connection } = follow(['refused', 'refused', 'refused', { frames: frames(1) }, 'refused', open(2)], {
    backoffMs: (attempt) => {
      attempts.push(attempt);
      return 0;
    },
  });
  await until(() => connection.state().seq === 2);
  expect(attempts).toEqual([0, 1, 2, 0, 0]);
});

test('after close nothing is told and nothing is asked', async () => {
  const { connection, asked, changes } = follow([{ frames: frames(1) }, { frames: frames(2) }, open(3)], {
    backoffMs: () => 5,
  });
  await until(() => connection.state().seq === 1);
  connection.close();
  const [before, told] = [asked.length, changes()];
  expect(connection.connection).toBe('closed');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([asked.length, changes(), connection.state().seq]).toEqual([before, told, 1]);
});

test('states and connections follow each other: connecting, live, reconnecting, live', async () => {
  const seen: string[] = [];
  const followed: Followed = follow([{ frames: frames(1) }, open(2)], {
    backoffMs: () => 5,
    onChange: () => {
      if (seen.at(-1) !== followed.connection.connection) seen.push(followed.connection.connection);
    },
  });
  expect(followed.connection.connection).toBe('connecting');
  await until(() => followed.connection.state().seq === 2);
  await until(() => seen.length === 3);
  expect(seen).toEqual(['live', 'reconnecting', 'live']);
});

test('at rest it holds no connection; awake it asks for what follows the last event, and says nothing of trouble', async () => {
  const { connection, asked } = follow([open(1, 2), open(3, 4)]);
  await until(() => connection.state().seq === 2);
  connection.rest();
  connection.rest();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(1);
  expect([connection.connection, connection.problem]).toEqual(['live', undefined]);
  connection.wake();
  await until(() => connection.state().seq === 4);
  expect(asked.map((url) => url.at(-1))).toEqual(['0', '2']);
});

test('a rest that begins before the first answer, and one that is over at once', async () => {
  const { connection, asked } = follow([open(1), open(1), open(1, 2)]);
  connection.rest();
  connection.wake();
  connection.rest();
  connection.wake();
  await until(() => connection.state().seq >= 1);
  expect(connection.problem).toBeUndefined();
  expect(asked.length).toBeGreaterThan(0);
});

test('closed at rest, it asks for nothing any more', async () => {
  const { connection, asked } = follow([open(1), open(2)]);
  await until(() => connection.state().seq === 1);
  connection.rest();
  connection.close();
  connection.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(1);
});

const brokenInMidRun: readonly LedgerEvent[] = [
  ...events.slice(0, 1),
  { v: 1, thread: 't', seq: 2, at: 2, type: 'agent.status', status: 'running', run: 'r' },
  { v: 1, thread: 't', seq: 3, at: 3, type: 'agent.step.started', step: 1, run: 'r' },
  {
    v: 1,
    thread: 't',
    seq: 4,
    at: 4,
    type: 'agent.tool.called',
    step: 1,
    part: 0,
    call: 'c',
    name: 'x',
    arguments: '{}',
  },
  { v: 1, thread: 't', seq: 5, at: 5, type: 'agent.tool.started', step: 1, call: 'c' },
  { v: 1, thread: 't', seq: 6, at: 6, type: 'request.opened', request: 'q', kind: 'question' },
];

test.each([1, 2, 3, 4, 5, 6])(
  '[L3] a damaged thread that breaks off after event %i of a run: nothing in it looks as if it were running',
  async (count) => {
    const body = JSON.stringify({ error: { code: 'damaged', message: 'Event 7 is not what was written.' } });
    const sent = brokenInMidRun.slice(0, count).map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
    const { connection } = follow([{ frames: sent }, { status: 409, body }]);
    await until(() => connection.connection === 'closed');
    const state = connection.state();
    expect(scopesAtWork(state)).toEqual([]);
    expect(state.calls.open.size).toBe(0);
    for (const [, request] of state.requests.entries()) expect(request.settled).toBeDefined();
    const groups = connection.timeline.items.toArray().filter((item) => item.kind === 'group');
    expect(groups.map((group) => groupHeader(group)?.state ?? 'nothing')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/thinking|working|waiting/)]),
    );
  },
);

test.each([
  [{ stopping: true, event: {} }, undefined],
  [{ stopping: false }, undefined],
  [
    { stopping: true, recorded: false, message: 'The stop is recorded as soon as it can.' },
    'The stop is recorded as soon as it can.',
  ],
])('a stop that is answered with %j says %s', async (answer, message) => {
  const given: typeof fetch = async (input) =>
    new Request(input).url.endsWith('/stop')
      ? new Response(JSON.stringify(answer), { status: 202 })
      : new Response('{}', { status: 503 });
  const { connection } = follow([open(1)], { fetch: given });
  expect(await connection.stop()).toEqual({ ok: true, value: { message } });
});

test('who subscribes is told of changes until they end it, and a snapshot is the same while nothing changed', async () => {
  const { connection } = follow([{ frames: frames(1, 2) }, open(3)], { silenceMs: 60_000 });
  const told: number[] = [];
  const end = connection.subscribe(() => told.push(connection.snapshot().thread.state.seq));
  const other = connection.subscribe(() => undefined);
  other();
  await until(() => connection.state().seq === 3 && connection.connection === 'live' && told.at(-1) === 3);
  expect(connection.snapshot()).toBe(connection.snapshot());
  expect(connection.snapshot()).toEqual({ thread: connection.thread(), connection: 'live', problem: undefined });
  end();
  const count = told.length;
  const before = connection.snapshot();
  connection.close();
  expect([connection.snapshot().connection, before.connection, told.length]).toEqual(['closed', 'live', count]);
});

test('every event is told once and in order, however the connection is cut; a listener that throws cuts nothing, and is heard of', async () => {
  const seen: number[] = [];
  const thrown: unknown[] = [];
  const { connection, asked } = follow([{ frames: frames(1, 2, 2) }, { frames: frames(1, 2, 3, 5) }, open(4, 5, 6)], {
    onEvent: ({ seq }) => {
      seen.push(seq);
      if (seq === 2) throw new Error('a fault of the view');
      return seq === 3 ? Promise.reject(new Error('a late fault')) : undefined;
    },
    onError: (error) => void thrown.push(error),
  });
  let heard = 0;
  connection.subscribe(() => {
    throw new Error('another fault');
  });
  connection.subscribe(() => (heard += 1));
  await until(() => connection.state().seq === 6 && seen.length === 6 && heard > 0);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(asked).toHaveLength(3);
  const faults = ['a fault of the view', 'a late fault', 'another fault'];
  await until(() => thrown.length >= faults.length);
  expect(thrown).toEqual(expect.arrayContaining(faults.map((fault) => new Error(fault))));
});

test('a server that does not answer: where it was looked for, why, and what to do', async () => {
  const { connection } = follow([], { baseUrl: 'http://127.0.0.1:1', fetch });
  await until(() => connection.problem !== undefined);
  const words =
    'The server at http://127.0.0.1:1 does not answer (bad port). Is it running, and is baseUrl its address?';
  expect(connection.problem).toEqual({ code: 'unreachable', status: 0, message: words });
  expect(await connection.post('hello')).toMatchObject({ ok: false, error: { message: words } });
});

test('a server that says nothing for too long is left with these words', async () => {
  const { connection } = follow([{ frames: frames(1), afterwards: 'silence' }], {
    silenceMs: 20,
    backoffMs: () => 60_000,
  });
  await until(() => connection.problem !== undefined);
  expect(connection.problem?.message).toContain('(it has said nothing for too long)');
});

test('what the server lets the person do is told with the thread', async () => {
  const { connection } = follow([{ frames: [': may look read\n\n', ...frames(1)], afterwards: 'silence' }]);
  expect('may' in connection.snapshot()).toBe(false);
  await until(() => connection.state().seq === 1);
  expect(connection.snapshot().may).toEqual(['look', 'read']);
  expect(connection.snapshot()).toBe(connection.snapshot());
});

test('a connection to no address throws at the call, and one without a scheme ends and says why', async () => {
  const options: never = JSON.parse('{"thread":"t1"}') as never;
  expect(() => connectThread(options)).toThrow(/^`baseUrl` must be a text/);
  const thread = connectThread({ baseUrl: 'localhost:4780', thread: 't1' });
  await vi.waitFor(() => expect(thread.connection).toBe('closed'));
  expect(thread.problem?.code).toBe('bad_address');
  thread.close();
});
