/** How much a person may use in a day, on one server and on two. */
import { compactThread, hasWork, policyByTool, recoverRun, runAgent } from '@toolthread/agent';
import type { EventDraft } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { type Piece, scriptedModel } from '@toolthread/providers/scripted';
import { type Agent, createMetrics, measured, type SpendingOptions } from '@toolthread/server';
import { dayOf, type Ledger, openLedger, openPostgresLedger } from '@toolthread/store';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { openRoom, type Room, roomIn } from './room.ts';
import { field, newThread, startServer, type StartOptions, temporaryFile, until, unwrap } from './start-server.ts';

const DAY_MS = 86_400_000;
/** Every response takes as much: 100 tokens. */
const ENDED: Piece = { type: 'end', reason: 'stop', usage: { input_tokens: 60, output_tokens: 40 } };

/** `work N` calls a tool N times, and answers. */
function working(model: string): Model {
  return scriptedModel(
    ({ prompt, turn }) => {
      const calls = Number(/work (\d+)/.exec(prompt)?.[1] ?? 0);
      if (turn >= calls) return [{ type: 'text', text: 'Done.' }, ENDED];
      return [
        { type: 'call', name: 'none', arguments: { turn } },
        { ...ENDED, reason: 'tool_calls' },
      ];
    },
    { model, speed: Infinity },
  );
}

function agentOf(model: Model): Agent {
  const equipment = { model, tools: [], policy: policyByTool({}, 'allow') };
  return {
    hasWork,
    recover: recoverRun,
    run: (input) => runAgent({ ...input, ...equipment }),
    compact: (input) => compactThread({ ...input, ...equipment }),
  };
}

const prices: SpendingOptions['priceOf'] = (model) => (model === 'm' ? { input: 10_000, output: 10_000 } : undefined);

/** A clock that stands still, shortly before a day ends. */
function standing(): { now: number } {
  return { now: 20_000 * DAY_MS - 1000 };
}

function options(limits: SpendingOptions['limits'], clock: { now: number }, model = 'm'): StartOptions {
  return { agent: agentOf(working(model)), spending: { limits, priceOf: prices }, now: () => clock.now };
}

async function openLimited(
  limits: SpendingOptions['limits'],
  clock = standing(),
  { model = 'm', ...more }: StartOptions & { readonly model?: string } = {},
): Promise<Room> {
  const file = temporaryFile();
  const open = (): ReturnType<typeof openLedger> => openLedger({ file, now: () => clock.now });
  return openRoom({ ...options(limits, clock, model), open, ...more });
}

/** How the last run of the thread ended, and with which words, once it has. */
async function ended({ ledger, thread }: Room, runs: number): Promise<readonly [string, string | undefined]> {
  return until(async () => {
    const events = unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
    const ends = events.filter((event) => event.type === 'agent.status' && ENDS.has(event.status));
    const last = ends.length === runs ? ends.at(-1) : undefined;
    return last?.type === 'agent.status' ? [last.status, last.error_message] : undefined;
  }, `the end of run ${runs}`);
}

const ENDS: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
const steps = async ({ state }: Room): Promise<number> => [...(await state()).steps.entries()].length;
const USED = 'The limit of 1,000 tokens for today is used; it is free again at 00:00 UTC.';

test('[L2] a run over the limit of the day ends in its middle, in words; the next day it goes on', async () => {
  const clock = standing();
  const talk = await openLimited({ tokens: 1000 }, clock);
  await talk.say('work 7');
  expect(await ended(talk, 1)).toEqual(['completed', undefined]);
  await talk.say('work 7');
  // 800 are used, and 200 are left: two responses.
  expect(await ended(talk, 2)).toEqual(['failed', USED]);
  expect([await steps(talk), (await talk.state()).calls.open.size]).toEqual([10, 0]);
  const lines = [...(await talk.timeline()).items].flatMap((item) => (item.kind === 'status' ? item.text : []));
  expect(lines).toEqual([USED]);
  await talk.say('work 0');
  expect(await ended(talk, 3)).toEqual(['failed', USED]);
  expect((await talk.call('GET', '/api/spending')).json).toEqual({
    tokens: { used: 1000, limit: 1000 },
    cost: { used: 10, limit: null },
    unpriced_tokens: 0,
    free_at: 20_000 * DAY_MS,
    over: USED,
  });
  const compact = await talk.call('POST', talk.path('/compact'), { body: {} });
  expect([compact.status, field(compact.json, 'error')]).toEqual([429, { code: 'spending_limit', message: USED }]);
  clock.now += 1000;
  expect((await talk.call('GET', '/api/spending')).json).toMatchObject({ tokens: { used: 0 }, over: null });
  await talk.call('POST', talk.path('/continue'), { body: {} });
  expect(await ended(talk, 4)).toEqual(['completed', undefined]);
});

test('money is counted at the prices that are known; what has none counts as tokens only', async () => {
  const priced = await openLimited({ cost: 2.5 });
  await priced.say('work 7');
  expect(await ended(priced, 1)).toEqual([
    'failed',
    'The limit of $2.50 for today is used; it is free again at 00:00 UTC.',
  ]);
  // A dollar each: the third went over it.
  expect(await steps(priced)).toBe(3);
  const unpriced = await openLimited({ cost: 2.5 }, standing(), { model: 'unknown' });
  await unpriced.say('work 7');
  expect(await ended(unpriced, 1)).toEqual(['completed', undefined]);
  expect((await unpriced.call('GET', '/api/spending')).json).toMatchObject({
    tokens: { used: 800, limit: null },
    cost: { used: 0, limit: 2.5 },
    unpriced_tokens: 800,
    over: null,
  });
});

const authenticate: StartOptions['authenticate'] = ({ headers }) => {
  const name = headers.get('x-name');
  return name === null ? null : { id: name, name };
};

/** The same room, or another thread, as somebody sees it. */
function as(room: Room, name: string, thread = room.thread): Room {
  const call: Room['call'] = (method, path, given) =>
    room.call(method, path, { ...given, token: null, headers: { 'x-name': name } });
  return roomIn({ ...room, call, restart: () => Promise.reject(new Error('one server')) }, thread);
}

test('each person has a limit of their own, which may be another than the others’; nobody sees that of another', async () => {
  const clock = standing();
  const first = await openLimited({ tokens: 300 }, clock, { authenticate });
  const [ada, bob] = [as(first, 'Ada'), as(first, 'Bob')];
  unwrap(await first.ledger.spent.limit('Bob', { tokens: 500 }));
  await ada.say('work 9');
  expect((await ended(first, 1))[1]).toContain('The limit of 300 tokens');
  await bob.say('work 9');
  expect((await ended(first, 2))[1]).toContain('The limit of 500 tokens');
  const used = async ({ call }: Room): Promise<unknown> => field((await call('GET', '/api/spending')).json, 'tokens');
  expect(await used(ada)).toEqual({ used: 300, limit: 300 });
  expect(await used(bob)).toEqual({ used: 500, limit: 500 });
  expect(await used(first)).toEqual({ used: 0, limit: 300 });
});

/** A session of another program that somebody sends: one message, without a name, and its answer. */
const sessions: StartOptions['sessions'] = {
  list: async () => ({ sessions: [], skipped: 0 }),
  open: async () => ({ ok: false, code: 'no_such_session', message: 'None.' }),
  take: async () => {
    const said = { author: '@human', parts: [{ type: 'text', text: 'work 1' }], delivery: 'now' } as const;
    const drafts: EventDraft[] = [
      { type: 'thread.created', at: 1, title: 'A session' },
      { type: 'message.posted', at: 1, ...said },
      { type: 'agent.status', at: 1, status: 'running' },
      { type: 'agent.step.started', at: 1, step: 1 },
      { type: 'agent.step.completed', at: 1, step: 1, finish_reason: 'stop' },
      { type: 'agent.status', at: 1, status: 'completed' },
    ];
    const reading = { next: async () => drafts.splice(0), rest: async () => undefined, close: () => undefined };
    return { ok: true, reading };
  },
};

test('[L2] who asks for an answer again, or goes on, pays for it, whoever said the words', async () => {
  const clock = standing();
  const first = await openLimited({ tokens: 300 }, clock, { authenticate, owners: true, sessions });
  const own = field((await as(first, 'Ada').call('POST', '/api/threads')).json, 'id');
  const ada = as(first, 'Ada', String(own));
  unwrap(await first.ledger.people.roles.give(ada.thread, 'Bob', 'write'));
  await ada.say('work 1');
  expect(await ended(ada, 1)).toEqual(['completed', undefined]);
  const used = async (name: string): Promise<number> =>
    unwrap(await first.ledger.spent.of(name, dayOf(clock.now))).reduce(
      (sum, { input_tokens = 0, output_tokens = 0 }) => sum + input_tokens + output_tokens,
      0,
    );
  expect([await used('Ada'), await used('Bob')]).toEqual([200, 0]);
  const bob = as(first, 'Bob', ada.thread);
  const again = async (room: Room): Promise<void> => {
    const [message] = unwrap(await first.ledger.read(room.thread, { after: 0, limit: 100 })).filter(
      ({ type }) => type === 'message.posted',
    );
    const asked = await room.call('POST', room.path(`/messages/${message?.seq}/again`), { body: {} });
    expect([asked.status, asked.json]).toMatchObject([200, { event: { type: 'thread.rewound', by: 'Bob' } }]);
  };
  const forkOf = async (thread: string): Promise<Room> =>
    as(first, 'Bob', String(field((await bob.call('POST', `/api/threads/${thread}/fork`, { body: {} })).json, 'id')));
  await again(bob);
  expect(await ended(bob, 2)).toEqual(['completed', undefined]);
  expect([await used('Ada'), await used('Bob')]).toEqual([200, 200]);
  await again(bob);
  const OVER = 'The limit of 300 tokens for today is used; it is free again at 00:00 UTC.';
  expect(await ended(bob, 3)).toEqual(['failed', OVER]);
  const sent = await bob.call('POST', '/api/sessions', { body: { name: 'a', text: 'words' } });
  for (const thread of [ada.thread, String(field(sent.json, 'thread'))]) {
    const fork = await forkOf(thread);
    const before = (await fork.events()).length;
    const message = (await fork.events()).find(({ type }) => type === 'message.posted');
    const asked = await fork.call('POST', fork.path(`/messages/${message?.seq}/again`), { body: {} });
    expect([asked.status, field(asked.json, 'error', 'message')]).toEqual([429, OVER]);
    expect(await fork.events()).toHaveLength(before);
  }
  const compact = await bob.call('POST', bob.path('/compact'), { body: {} });
  expect([compact.status, field(compact.json, 'error', 'message')]).toEqual([429, OVER]);
  expect([await used('Ada'), await used('Bob'), await used('@human')]).toEqual([200, 300, 0]);
  // What Bob may not, Ada may: she goes on, and pays.
  await ada.call('POST', ada.path('/continue'), { body: {} });
  expect(await ended(ada, 4)).toEqual(['completed', undefined]);
  expect([await used('Ada'), await used('Bob'), await used('@human')]).toEqual([300, 300, 0]);
});

/** The same model. Who says `wait` has to wait for the gate. */
function gated(model: Model, gate: Promise<unknown>): Model {
  return {
    ...model,
    async *stream(request, signal) {
      if (JSON.stringify(request.messages).includes('wait')) await gate;
      yield* model.stream(request, signal);
    },
  };
}

const OVER_300 = 'The limit of 300 tokens for today is used; it is free again at 00:00 UTC.';
const refusal = ({ status, json }: Awaited<ReturnType<Room['call']>>): unknown => [
  status,
  field(json, 'error', 'code'),
  field(json, 'error', 'message'),
];

test('who is over the limit gets nothing out of the run of another, by whatever road; what they say in a thread at rest is taken', async () => {
  const gate = Promise.withResolvers<undefined>();
  const agent = agentOf(gated(working('m'), gate.promise));
  const first = await openLimited({ tokens: 300 }, standing(), { authenticate, agent });
  const [ada, bob] = [as(first, 'Ada'), as(first, 'Bob')];
  const own = String(field((await bob.call('POST', '/api/threads')).json, 'id'));
  const alone = as(first, 'Bob', own);
  await alone.say('work 9', { client_id: 'b1' });
  expect(await ended(alone, 1)).toEqual(['failed', OVER_300]);
  await ada.say('wait');
  const begins = async () => (await ada.events()).find(({ type }) => type === 'agent.step.started');
  await until(begins, 'the request that waits');
  const before = (await ada.events()).length;
  const chat = { id: ada.thread, messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'more' }] }] };
  const agUi = {
    threadId: ada.thread,
    runId: 'r',
    state: {},
    messages: [{ id: 'u1', role: 'user', content: 'more' }],
    tools: [],
    context: [],
    forwardedProps: {},
  };
  const asked = [
    await bob.say('more'),
    await bob.say('more', { delivery: 'followUp' }),
    await bob.say('more', { delivery: 'steer' }),
    await bob.call('POST', '/api/chat', { body: { ...chat, trigger: 'submit-message' } }),
    await bob.call('POST', '/api/ag-ui', { body: agUi }),
  ];
  for (const each of asked) expect(refusal(each)).toEqual([429, 'spending_limit', OVER_300]);
  expect(await ada.events()).toHaveLength(before);
  // Ada may; and in a thread at rest words are kept, and the run that they begin says why it ends.
  expect((await ada.say('more', { delivery: 'followUp' })).status).toBe(201);
  expect((await alone.say('work 9', { client_id: 'b2' })).status).toBe(201);
  expect(await ended(alone, 2)).toEqual(['failed', OVER_300]);
  gate.resolve(undefined);
  expect(await ended(ada, 2)).toEqual(['completed', undefined]);
});

test('who is over the limit cannot have a run go on, and nothing is taken back for an answer that may not be asked for', async () => {
  const talk = await openLimited({ tokens: 300 });
  await talk.say('work 9');
  expect(await ended(talk, 1)).toEqual(['failed', OVER_300]);
  const before = (await talk.events()).length;
  const edit = { text: 'work 1' };
  const chat = { id: talk.thread, messages: [{ id: 'u', role: 'user', parts: [] }], trigger: 'regenerate-message' };
  for (const asked of [
    await talk.call('POST', talk.path('/continue'), { body: {} }),
    await talk.call('POST', talk.path('/messages/2/again'), { body: {} }),
    await talk.call('POST', talk.path('/messages/2/again'), { body: { ...edit, stop: true } }),
    await talk.call('POST', '/api/chat', { body: chat }),
  ])
    expect(refusal(asked)).toEqual([429, 'spending_limit', OVER_300]);
  expect(await talk.events()).toHaveLength(before);
  // Going back asks nothing of a model.
  expect((await talk.call('POST', talk.path('/rewind'), { body: { to: 2 } })).status).toBe(200);
});

test('what somebody queues in the run of another is paid by who queued it, up to their limit', async () => {
  const gate = Promise.withResolvers<undefined>();
  const agent = agentOf(gated(working('m'), gate.promise));
  const first = await openLimited({ tokens: 300 }, standing(), { authenticate, agent });
  const [ada, bob] = [as(first, 'Ada'), as(first, 'Bob')];
  await ada.say('wait');
  await ada.untilStatus('running');
  await bob.say('work 9', { delivery: 'followUp' });
  gate.resolve(undefined);
  expect(await ended(first, 2)).toEqual(['failed', OVER_300]);
  const used = async ({ call }: Room): Promise<unknown> =>
    field((await call('GET', '/api/spending')).json, 'tokens', 'used');
  expect([await used(ada), await used(bob)]).toEqual([100, 300]);
});

test('of several who queue in the run of another, the limit of each holds; whoever goes on asks for it alone', async () => {
  const gate = Promise.withResolvers<undefined>();
  const agent = agentOf(gated(working('m'), gate.promise));
  const first = await openLimited({ tokens: 300 }, standing(), { authenticate, agent });
  const [ada, bob, cy] = [as(first, 'Ada'), as(first, 'Bob'), as(first, 'Cy')];
  await ada.say('wait');
  await ada.untilStatus('running');
  await bob.say('work 1', { delivery: 'followUp' });
  await cy.say('work 1', { delivery: 'followUp' });
  // Bob uses up what he may, in another thread.
  const other = as(first, 'Bob', await newThread(first));
  await other.say('work 9');
  expect(await ended(other, 1)).toEqual(['failed', OVER_300]);
  gate.resolve(undefined);
  expect(await ended(first, 2)).toEqual(['failed', OVER_300.replace('The limit', 'The limit of Bob')]);
  const used = async ({ call }: Room): Promise<unknown> =>
    field((await call('GET', '/api/spending')).json, 'tokens', 'used');
  expect([await used(ada), await used(bob), await used(cy)]).toEqual([100, 300, 0]);
  await cy.call('POST', cy.path('/continue'), { body: {} });
  expect(await ended(first, 3)).toEqual(['completed', undefined]);
  expect([await used(bob), await used(cy)]).toEqual([300, 200]);
});

test('of a response that is stopped, what its provider had told by then counts', async () => {
  const hanging: Model = {
    ...working('m'),
    async *stream(_, signal) {
      yield { type: 'text.delta', part: 0, text: 'Well' };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      yield { type: 'end', reason: 'aborted', usage: { input_tokens: 60, output_tokens: 1 } };
    },
  };
  const talk = await openLimited({ tokens: 1000 }, standing(), { agent: agentOf(hanging) });
  await talk.say('hello');
  await until(async () => (await talk.events()).find(({ type }) => type === 'agent.text.delta'), 'its first word');
  await talk.call('POST', talk.path('/stop'));
  await talk.untilStatus('cancelled');
  expect((await talk.call('GET', '/api/spending')).json).toMatchObject({ tokens: { used: 61 } });
});

test('two nodes share one limit', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const [url, clock] = [await ownUrl(postgres.url), standing()];
  const open = (): ReturnType<typeof openPostgresLedger> => openPostgresLedger({ url, now: () => clock.now });
  const given = { ...options({ tokens: 1000 }, clock), open };
  const nodes = [await startServer(given), await startServer(given)];
  const rooms = await Promise.all(nodes.map(async (node) => roomIn(node, await newThread(node))));
  await Promise.all(rooms.map((each) => each.say('work 50')));
  for (const each of rooms) expect(await ended(each, 1)).toEqual(['failed', USED]);
  const made = (await Promise.all(rooms.map(steps))).reduce((sum, each) => sum + each, 0);
  // Each may have had one request under way when the other used the last.
  expect([10, 11]).toContain(made);
  for (const { call } of rooms)
    expect((await call('GET', '/api/spending')).json).toMatchObject({ tokens: { used: made * 100, limit: 1000 } });
});

test('tokens and runs over a limit are counted', async () => {
  const metrics = createMetrics();
  const wrap = (ledger: Ledger): Ledger => measured(ledger, metrics);
  const talk = await openLimited({ tokens: 300 }, standing(), { wrap, metrics });
  await talk.say('work 9');
  await ended(talk, 1);
  const { text } = await talk.call('GET', '/metrics');
  for (const line of [
    'toolthread_tokens_total{kind="input"} 180',
    'toolthread_tokens_total{kind="output"} 120',
    'toolthread_runs_over_limit_total 1',
  ])
    expect(text).toContain(`${line}\n`);
});
