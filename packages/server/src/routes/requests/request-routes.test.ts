import { threadOf, timeline } from '@toolthread/core';
import { expect, test } from 'vitest';
import { field, newThread, type Started, startServer, unwrap, untilStatus } from '../../../test/start-server.ts';

async function waiting(text: string): Promise<{ started: Started; thread: string }> {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });
  await untilStatus(started, thread, 'awaiting_user');
  return { started, thread };
}

const answer = (value: string): object => ({ answers: [{ question: 'Which?', values: [value] }] });

test('an answer settles the question, and the run goes on with it', async () => {
  const { started, thread } = await waiting('ask');
  const settled = await started.call('POST', `/api/threads/${thread}/answers/c1`, { body: answer('two') });
  expect(settled.status).toBe(200);
  expect(settled.json).toMatchObject({
    request: 'r1',
    event: {
      type: 'request.resolved',
      decision: 'answered',
      by: '@human',
      answers: [{ question: 'Which?', values: ['two'] }],
    },
  });
  await untilStatus(started, thread, 'completed');
  const shown = threadOf(unwrap(await started.ledger.read(thread, { after: 0, limit: 1000 })));
  expect(JSON.stringify(timeline(shown))).toContain('You said two.');
  expect(shown.state.anomalies.count).toBe(0);
});

test('a question can be answered by its own name, with or without a call', async () => {
  const { started, thread } = await waiting('ask');
  unwrap(
    await started.ledger.append(thread, [
      { type: 'request.opened', request: 'loop-1', kind: 'question', questions: [{ question: 'Which?' }] },
    ]),
  );
  for (const request of ['loop-1', 'r1']) {
    const settled = await started.call('POST', `/api/threads/${thread}/answers/${request}`, { body: answer('two') });
    expect(settled.json).toMatchObject({ request, event: { decision: 'answered' } });
  }
  await untilStatus(started, thread, 'completed');
});

test('a question can be declined, and the run goes on', async () => {
  const { started, thread } = await waiting('ask');
  const declined = await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body: { decision: 'deny' } });
  expect(declined.json).toMatchObject({ event: { type: 'request.resolved', request: 'r1', decision: 'deny' } });
  await untilStatus(started, thread, 'completed');
});

test('a form can be declined, and nothing else decided about it', async () => {
  const { started, thread } = await waiting('ask');
  unwrap(
    await started.ledger.append(thread, [
      { type: 'request.opened', request: 'e1', kind: 'elicitation', questions: [{ question: 'Region?' }] },
    ]),
  );
  const path = `/api/threads/${thread}/approvals/e1`;
  expect((await started.call('POST', path, { body: { decision: 'once' } })).status).toBe(404);
  expect((await started.call('POST', path, { body: { decision: 'deny' } })).json).toMatchObject({
    event: { type: 'request.resolved', request: 'e1', decision: 'deny' },
  });
});

test('[L6] [B.6 22] an answer survives a restart that comes before the run saw it, and the question survives one too', async () => {
  const { started, thread } = await waiting('ask');
  const again = await started.restart();
  await again.runner.close();
  expect((await again.call('POST', `/api/threads/${thread}/answers/c1`, { body: answer('one') })).status).toBe(200);
  const third = await again.restart();
  await third.runner.recover();
  await untilStatus(third, thread, 'completed');
});

test('[B.6 22] of many answers the first wins; the same again is no error, another is told so', async () => {
  const { started, thread } = await waiting('ask');
  const path = `/api/threads/${thread}/answers/c1`;
  const answers = await Promise.all(
    ['one', 'two', 'one', 'two'].map((value) => started.call('POST', path, { body: answer(value) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409]);
  expect(answers[1]?.json).toEqual({
    error: { code: 'already_settled', message: 'This is settled already: the answer was “one”.' },
  });
  await untilStatus(started, thread, 'completed');
  const events = unwrap(await started.ledger.read(thread, { after: 0, limit: 1000 }));
  expect(events.filter(({ type }) => type === 'request.resolved')).toHaveLength(1);
});

test.each([
  ['once', 'allowed'],
  ['thread', 'allowed in this thread: exactly these arguments'],
  ['always', 'always allowed: exactly these arguments'],
  ['edit', 'allowed, edited'],
  ['deny', 'denied'],
  ['expired', 'expired'],
] as const)('[B.6 22] whoever comes after %s reads what was chosen, in words', async (decision, words) => {
  const started = await startServer();
  const thread = await newThread(started);
  unwrap(
    await started.ledger.append(thread, [
      { type: 'request.opened', request: 'a1', kind: 'approval' },
      { type: 'request.resolved', request: 'a1', decision },
    ]),
  );
  const late = decision === 'deny' ? 'once' : 'deny';
  const path = `/api/threads/${thread}/approvals/a1`;
  expect((await started.call('POST', path, { body: { decision: late } })).json).toEqual({
    error: { code: 'already_settled', message: `This is settled already: ${words}.` },
  });
});

test('[B.6 22] an answer after the stop is told so', async () => {
  const { started, thread } = await waiting('ask');
  await started.call('POST', `/api/threads/${thread}/stop`);
  await untilStatus(started, thread, 'cancelled');
  expect((await started.call('POST', `/api/threads/${thread}/answers/c1`, { body: answer('one') })).status).toBe(409);
});

test('what nobody asked is refused: another question, another call, an approval as an answer', async () => {
  const { started, thread } = await waiting('ask');
  const strange = { answers: [{ question: 'Really?', values: ['one'] }] };
  expect((await started.call('POST', `/api/threads/${thread}/answers/c1`, { body: strange })).status).toBe(400);
  expect((await started.call('POST', `/api/threads/${thread}/answers/c9`, { body: answer('one') })).status).toBe(404);
  expect(
    (await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body: { decision: 'once' } })).status,
  ).toBe(404);
  expect((await started.call('POST', '/api/threads/none/answers/c1', { body: answer('one') })).status).toBe(404);
});

test.each([
  [{ decision: 'once' }, { decision: 'once' }],
  [
    { decision: 'deny', reason: 'not now' },
    { decision: 'deny', reason: 'not now' },
  ],
  [
    { decision: 'edit', arguments: { a: 2 } },
    { decision: 'edit', executed_arguments: '{"a":2}' },
  ],
  [
    { decision: 'edit', arguments: '{"a": 2}' },
    { decision: 'edit', executed_arguments: '{"a": 2}' },
  ],
])('a decision %j is recorded with what will run', async (body, recorded) => {
  const { started, thread } = await waiting('approve');
  const settled = await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body });
  expect(settled.json).toMatchObject({ event: { type: 'request.resolved', request: 'r1', by: '@human', ...recorded } });
  expect((await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body })).status).toBe(200);
  const other = body.decision === 'deny' ? { decision: 'once' } : { decision: 'deny' };
  expect((await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body: other })).status).toBe(409);
  await untilStatus(started, thread, 'completed');
});

test('always is recorded only where it will be remembered, and is refused in words elsewhere', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const asked = { type: 'request.opened', kind: 'approval' } as const;
  unwrap(
    await started.ledger.append(thread, [
      { ...asked, request: 'a1' },
      { ...asked, request: 'a2', keeps_always: true },
    ]),
  );
  const decide = (request: string): Promise<{ status: number; json: unknown }> =>
    started.call('POST', `/api/threads/${thread}/approvals/${request}`, { body: { decision: 'always' } });
  expect(await decide('a1')).toMatchObject({ status: 400, json: { error: { code: 'not_kept' } } });
  expect(await decide('a2')).toMatchObject({ status: 200 });
  const { requests } = unwrap(await started.ledger.state(thread));
  expect(['a1', 'a2'].map((request) => requests.get(request)?.settled?.decision)).toEqual([undefined, 'always']);
});

test.each([
  [{ decision: 'maybe' }],
  [{ decision: 'edit' }],
  [{ decision: 'once', arguments: {} }],
  [{ decision: 'edit', arguments: [1] }],
  [{ decision: 'edit', arguments: 'rm -rf' }],
  [{ decision: 'edit', arguments: null }],
  [{}],
])('a decision %j is refused', async (body) => {
  const { started, thread } = await waiting('approve');
  expect((await started.call('POST', `/api/threads/${thread}/approvals/r1`, { body })).status).toBe(400);
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ waiting: 1 });
});

test('[embedder] a question is answered by any name of its call: its id, its place, and what the contract and chats call it', async () => {
  const started = await startServer();
  const asking = (step: number): object[] => [
    { type: 'agent.step.started', step },
    // As some providers do: the same id again.
    { type: 'agent.tool.called', step, part: 0, call: 'c1', name: 'chat_ask_user', arguments: '{}' },
    {
      type: 'request.opened',
      request: `r${step}`,
      kind: 'question',
      step,
      call: 'c1',
      questions: [{ question: 'Which?' }],
    },
    { type: 'agent.step.completed', step, finish_reason: 'tool_calls' },
  ];
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const thread = String(field(made.json, 'id'));
  const drafts = [1, 2, 3, 4].flatMap(asking);
  expect((await started.call('POST', `/api/threads/${thread}/events`, { body: { drafts } })).status).toBe(201);
  const state = unwrap(await started.ledger.state(thread));
  const place = (request: string): string => state.requests.get(request)?.call ?? '';
  const outward = (request: string): string => state.calls.byPlace.get(place(request))?.outwardId ?? '';
  expect(new Set(['r1', 'r2', 'r3', 'r4'].map(outward)).size).toBe(4);
  for (const [request, name] of [
    ['r3', outward('r3')],
    ['r2', place('r2')],
    ['r1', outward('r1')],
    // The last one that is open.
    ['r4', 'c1'],
  ] as const) {
    const path = `/api/threads/${thread}/answers/${encodeURIComponent(name)}`;
    expect((await started.call('POST', path, { body: answer('two') })).json).toMatchObject({ request });
  }
});
