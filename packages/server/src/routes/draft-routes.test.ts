/** An agent that is another program writes the events of its threads, and nothing of ours works there. */
import { askedDrafts } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { field, newThread, startServer, type Started, until } from '../../test/start-server.ts';

const HELLO = { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'hello' }], delivery: 'now' };
const RUNNING = { type: 'agent.status', status: 'running', run: 'r1' };
const STEP = [
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Hi' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  { type: 'agent.status', status: 'completed', run: 'r1' },
];

async function elsewhere(started: Started): Promise<string> {
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  expect(made.status).toBe(201);
  return String(field(made.json, 'id'));
}

const post = (started: Started, thread: string, body: unknown): ReturnType<Started['call']> =>
  started.call('POST', `/api/threads/${thread}/events`, { body });

test('its events are in the ledger, numbered and stamped, and every view shows them', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const written = await post(started, thread, { drafts: [HELLO, RUNNING, ...STEP], expected_seq: 1 });
  expect(written.status).toBe(201);
  expect(written.json).toMatchObject({
    events: [{ v: 1, thread, seq: 2, type: 'message.posted' }, {}, {}, {}, {}, { seq: 7 }],
  });
  const { json } = await started.call('GET', `/api/threads/${thread}/messages`);
  expect(json).toMatchObject({
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hi' },
    ],
  });
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ status: 'completed', seq: 7 });
});

test('a time that a draft names is kept; a place that it names is not', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const { json } = await post(started, thread, { drafts: [{ ...HELLO, at: 5, seq: 99, thread: 'other', v: 7 }] });
  expect(json).toMatchObject({ events: [{ at: 5, seq: 2, thread, v: 1 }] });
});

test('the same drafts after the same event, sent again, are written once; others are refused', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const first = await post(started, thread, { drafts: [HELLO, RUNNING], expected_seq: 1 });
  const again = await Promise.all(
    Array.from({ length: 5 }, () => post(started, thread, { drafts: [HELLO, RUNNING], expected_seq: 1 })),
  );
  for (const { status, json } of again) expect([status, json]).toEqual([200, first.json]);
  for (const drafts of [[RUNNING], [HELLO, RUNNING, RUNNING], [RUNNING, HELLO], [{ ...HELLO, at: 1 }]]) {
    const other = await post(started, thread, { drafts, expected_seq: 1 });
    expect([other.status, other.json]).toMatchObject([409, { error: { code: 'seq_conflict' } }]);
  }
  const ahead = await post(started, thread, { drafts: [HELLO], expected_seq: 9 });
  expect(ahead.json).toEqual({
    error: { code: 'seq_conflict', message: 'The thread ends at event 3, not at event 9.' },
  });
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 3 });
});

const SHY = { type: 'scope.opened', scope: 'agent:shy', kind: 'member', name: 'shy', show_tool_calls: false };
const secretly = (text: string): object[] => [
  { type: 'agent.step.started', step: 1, scope: 'agent:shy' },
  { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'look', arguments: text, scope: 'agent:shy' },
];

test('[A5 drafts] a retry is known, however many pages of the ledger it takes', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const drafts = Array.from({ length: 40 }, (_, n) => ({
    ...HELLO,
    parts: [{ type: 'text', text: `${n} `.repeat(5000) }],
  }));
  const send = (): ReturnType<typeof post> => post(started, thread, { drafts, expected_seq: 1 });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.json]).toEqual([201, 200, first.json]);
});

test('of events that are withheld too, only the same drafts are taken for a retry, and what was purged is none', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const drafts = [SHY, ...secretly('{"a":1}')];
  const first = await post(started, thread, { drafts, expected_seq: 1 });
  const { text } = await started.call('GET', `/api/threads/${thread}/events?limit=100`);
  expect([first.status, text.includes('event.withheld')]).toEqual([201, true]);
  const again = await post(started, thread, { drafts, expected_seq: 1 });
  expect([again.status, again.json]).toEqual([200, first.json]);
  const other = await post(started, thread, { drafts: [SHY, ...secretly('{"a":2}')], expected_seq: 1 });
  expect([other.status, other.json]).toMatchObject([409, { error: { code: 'seq_conflict' } }]);
  await started.ledger.purge(thread, 4, { purged: 'x', by: 'y' });
  expect((await post(started, thread, { drafts, expected_seq: 1 })).status).toBe(409);
});

test('numbers that JSON writes in another way do not keep a retry from being known', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const done = '{"type":"agent.tool.completed","call":"c1","outcome":"done","structured":[1e999,-1e999,-0,1E2,1.0]}';
  const raw = `{"drafts":[{"type":"agent.text.delta","step":1,"part":0,"offset":-0,"text":"x"},${done}],"expected_seq":1}`;
  const send = (): ReturnType<Started['call']> => started.call('POST', `/api/threads/${thread}/events`, { raw });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.json]).toEqual([201, 200, first.json]);
});

test('a request that runs out is settled by an event, which the agent elsewhere hears; after a restart too', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const ask = (request: string, expires_at: number): object => ({
    type: 'request.opened',
    request,
    kind: 'question',
    expires_at,
  });
  const settled = async ({ call }: Started): Promise<string[]> => {
    const { text } = await call('GET', `/api/threads/${thread}/events?limit=100`);
    return [...text.matchAll(/"request.resolved","request":"(\w+)","decision":"expired"/g)].map(([, id = '']) => id);
  };
  await post(started, thread, { drafts: [ask('q1', 5), ask('q2', 5), ask('q3', Date.now() + 1e9)] });
  await until(async () => ((await settled(started)).length === 2 ? true : undefined), 'two are over');
  expect(await settled(started)).toEqual(['q1', 'q2']);
  // Asked while the server was down.
  await started.ledger.append(thread, [{ type: 'request.opened', request: 'q4', kind: 'approval', expires_at: 6 }]);
  const next = await started.restart();
  await next.runner.recover();
  await until(async () => ((await settled(next)).length === 3 ? true : undefined), 'three are over');
  expect(await settled(next)).toEqual(['q1', 'q2', 'q4']);
  expect([...started.errors, ...next.errors]).toEqual([]);
});

test.each([
  [{}, 'drafts: It is missing.'],
  [{ drafts: [] }, 'drafts: It must have at least 1 entry.'],
  [{ drafts: Array.from({ length: 501 }, () => HELLO) }, 'drafts: It must have at most 500 entries.'],
  [{ drafts: HELLO }, 'drafts: It must be a list.'],
  [{ drafts: [HELLO, 'x'] }, 'drafts[1]: a draft must be an object.'],
  [{ drafts: [HELLO, { ...HELLO, autor: 'me' }] }, 'drafts[1]: message.posted has no field "autor".'],
  [
    {
      drafts: [
        {
          ...HELLO,
          parts: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b', size: 1 },
          ],
        },
      ],
    },
    'drafts[0]: message.posted has no field "parts[1].size".',
  ],
  [{ drafts: [{ ...STEP[2], error: { message: 'x', cause: {} } }] }, 'has no field "error.cause".'],
  [{ drafts: [JSON.parse('{"type":"thread.closed","__proto__":{"a":1}}')] }, 'thread.closed has no field "__proto__".'],
  [{ drafts: [HELLO, { type: 'agent.magic' }] }, 'drafts[1]: "type" must be an event\'s name'],
  [
    { drafts: [{ type: 'agent.text.delta', step: 'one', part: 0, offset: 0, text: 'x' }] },
    'drafts[0]: agent.text.delta: "step"',
  ],
  [{ drafts: [{ type: 'thread.created' }] }, "is the server's to write"],
  [{ drafts: [{ type: 'workspace.saved', tree: 'a'.repeat(64) }] }, "is the server's to write"],
  [{ drafts: [{ type: 'workspace.changed', change: 'c', files: [] }] }, 'drafts[0]: '],
  [{ drafts: [{ type: 'event.purged', was: 'message.posted', purged: 'x', by: 'y' }] }, 'drafts[0]: '],
  [
    {
      drafts: [
        {
          ...HELLO,
          parts: [{ type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: 'a'.repeat(64), size: 1 } }],
        },
      ],
    },
    'blob',
  ],
  [{ drafts: [{ type: 'thread.renamed', title: 'x'.repeat(301) }] }, 'drafts[0]: a title has 1 to 300 characters'],
  [{ drafts: [{ type: 'thread.renamed', title: ' ' }] }, 'drafts[0]: a title has 1 to 300 characters'],
  [{ drafts: Array.from({ length: 500 }, () => ({ type: 'thread.rewound', to: 9e9 })) }, 'only one thread.rewound'],
  [{ drafts: [HELLO], expected_seq: -1 }, 'expected_seq: It must be at least 0.'],
  [{ drafts: [HELLO], expected_seq: 1.5 }, 'expected_seq: It must be a whole number.'],
  [{ drafts: [HELLO], seq: 1 }, 'seq: There is no such field.'],
])('%j is refused in words, and nothing of it is written', async (body, words) => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const refused = await post(started, thread, body);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.text).toContain(JSON.stringify(words).slice(1, -1));
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 1 });
});

test('into a thread in which our agent works nobody else writes', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const refused = await post(started, thread, { drafts: [HELLO] });
  expect([refused.status, refused.json]).toMatchObject([409, { error: { code: 'agent_is_here' } }]);
  expect((await post(started, 'none', { drafts: [HELLO] })).status).toBe(404);
});

test('no run of ours begins in it: not by a message, not by a restart in the middle; a stop and an answer reach it as events', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  const asks = [RUNNING, ...askedDrafts([{ question: 'Which?' }], { call: 'c1', request: 'q1' })];
  await post(started, thread, { drafts: asks });
  const next = await started.restart();
  await next.runner.recover();
  const answered = await next.call('POST', `/api/threads/${thread}/answers/c1`, {
    body: { answers: [{ question: 'Which?', values: [], text: 'this' }] },
  });
  expect(answered.status).toBe(200);
  expect((await next.call('POST', `/api/threads/${thread}/stop`)).json).toMatchObject({ stopping: true });
  // All that runs of ours would have done is done when the runner has closed.
  const last = await next.restart();
  const { json } = await last.call('GET', `/api/threads/${thread}/events?limit=100`);
  const types = JSON.stringify(json).match(/"type":"[a-z]+\.[a-z.]+"/g);
  expect(types?.map((type) => type.slice(8, -1))).toEqual([
    'thread.created',
    'message.posted',
    ...asks.map(({ type }) => type),
    'request.resolved',
    'run.stop.requested',
  ]);
  expect(next.errors).toEqual([]);
});

test('a step whose number was used before is refused, and nothing of it is written; sent again, it is the same step', async () => {
  const started = await startServer();
  const thread = await elsewhere(started);
  const written = await post(started, thread, { drafts: [HELLO, ...STEP], expected_seq: 1 });
  expect(written.status).toBe(201);
  const again = await post(started, thread, { drafts: [HELLO, ...STEP], expected_seq: 1 });
  expect([again.status, again.json]).toEqual([200, written.json]);
  for (const place of [{}, { expected_seq: 6 }]) {
    const second = await post(started, thread, { drafts: [HELLO, ...STEP], ...place });
    expect([second.status, second.json]).toMatchObject([
      400,
      {
        error: {
          code: 'bad_draft',
          message: 'drafts[1]: step 1 was used before. Steps are numbered through the thread: the next one is 2.',
        },
      },
    ]);
  }
  const twice = await post(started, thread, { drafts: [2, 2].map((step) => ({ type: 'agent.step.started', step })) });
  expect(twice.status).toBe(400);
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 6 });
  expect((await post(started, thread, { drafts: [{ type: 'agent.step.started', step: 2 }] })).status).toBe(201);
});
