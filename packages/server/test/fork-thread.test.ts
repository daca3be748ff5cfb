/** `POST /api/threads/:id/fork` */
import { foldTrusted, newThread as emptyThread, timeline } from '@toolthread/core';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { field, newThread, type Started, startServer, until, untilStatus, unwrap } from './start-server.ts';

const say = (started: Started, thread: string, text: string): Promise<unknown> =>
  started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });

async function forkOf({ call }: Started, thread: string, title?: string): Promise<string> {
  const answer = await call('POST', `/api/threads/${thread}/fork`, { body: title === undefined ? {} : { title } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String(field(answer.json, 'id'));
}

async function eventsOf({ ledger }: Started, thread: string): Promise<readonly LedgerEvent[]> {
  return unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
}

/** What a person sees; what it is called here aside. */
function drawn(events: readonly LedgerEvent[]): unknown {
  const thread = foldTrusted(
    emptyThread('t'),
    events.map((event) => ({ ...event, thread: 't' })),
  );
  return JSON.parse(JSON.stringify(timeline(thread).items.toArray()));
}

const copied = ({ thread: _thread, ...event }: LedgerEvent): unknown => event;

test('[issue 13] [L1] a fork has each event at its place, shows the same, and goes on by itself; the origin stays as it is', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/title`, { body: { title: 'Lint' } });
  for (const text of ['one', 'two']) {
    await say(started, thread, text);
    await until(async () => (unwrap(await started.ledger.thread(thread)).unfinished ? undefined : true), 'the run');
  }
  const before = await eventsOf(started, thread);
  const fork = await forkOf(started, thread, 'Lint (continued)');
  const events = await eventsOf(started, fork);
  expect(events.slice(1, before.length).map(copied)).toEqual(before.slice(1).map(copied));
  expect(drawn(events)).toEqual(drawn(before));
  const state = unwrap(await started.ledger.state(fork));
  expect([state.agent, state.origin, state.title]).toEqual([
    'here',
    { thread, seq: before.length },
    'Lint (continued)',
  ]);
  await say(started, fork, 'three');
  await until(async () => (unwrap(await started.ledger.thread(fork)).unfinished ? undefined : true), 'the run');
  expect(JSON.stringify(drawn(await eventsOf(started, fork)))).toContain('three');
  expect(await eventsOf(started, thread)).toEqual(before);
  expect(field((await started.call('GET', '/api/threads')).json, 'threads')).toMatchObject([
    { id: fork, title: 'Lint (continued)' },
    { id: thread, title: 'Lint' },
  ]);
  expect(started.errors).toEqual([]);
});

test.each([
  ['at work', 'hang', 'running'],
  ['waiting for a person', 'ask', 'awaiting_user'],
])(
  '[issue 13] [L3] [L6] what is %s in the origin is over in the fork, and nothing begins there by itself, after a restart neither',
  async (_, text, status) => {
    const started = await startServer();
    const thread = await newThread(started);
    await say(started, thread, text);
    await untilStatus(started, thread, status);
    const fork = await forkOf(started, thread);
    const summary = unwrap(await started.ledger.thread(fork));
    expect([summary.status, summary.unfinished, summary.waiting]).toEqual(['cancelled', false, 0]);
    const length = summary.seq;
    expect(unwrap(await started.ledger.thread(thread)).status).toBe(status);
    await started.call('POST', `/api/threads/${thread}/stop`);
    const again = await started.restart();
    await again.runner.recover();
    expect(unwrap(await again.ledger.listUnfinished())).not.toContain(fork);
    expect(unwrap(await again.ledger.thread(fork)).seq).toBe(length);
    await say(again, fork, 'on we go');
    await untilStatus(again, fork, 'completed');
    expect(JSON.stringify(drawn(await eventsOf(again, fork)))).toContain('on we go');
  },
);

test('[issue 13] what names others by their place means the same in the fork: rewinds', async () => {
  const started = await startServer();
  const made = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const thread = String(field(made.json, 'id'));
  const said = (text: string): EventDraft => ({
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text }],
    delivery: 'now',
  });
  unwrap(await started.ledger.append(thread, [said('one'), said('gone'), { type: 'thread.rewound', to: 2 }]));
  unwrap(await started.ledger.append(thread, [said('two')]));
  const fork = await forkOf(started, thread);
  const texts = JSON.stringify(drawn(await eventsOf(started, fork)));
  expect([texts.includes('one'), texts.includes('gone'), texts.includes('two')]).toEqual([true, false, true]);
});

test('[issue 13] a fork that cannot be finished is none; an unknown thread has none', async () => {
  let left = Infinity;
  const started = await startServer({
    wrap: (ledger) => ({
      ...ledger,
      append: async (thread, drafts, options) => {
        left -= 1;
        if (left >= 0) return ledger.append(thread, drafts, options);
        return { ok: false, error: { code: 'unavailable', message: 'The disk is full.' } };
      },
    }),
  });
  const thread = await newThread(started);
  await say(started, thread, 'hello');
  await untilStatus(started, thread, 'completed');
  for (left of [0, 1]) {
    const refused = await started.call('POST', `/api/threads/${thread}/fork`);
    expect([refused.status, field(refused.json, 'error', 'code')]).toEqual([503, 'unavailable']);
    expect(field((await started.call('GET', '/api/threads')).json, 'threads')).toMatchObject([{ id: thread }]);
  }
  expect((await started.call('POST', '/api/threads/none/fork')).status).toBe(404);
});

test('[issue 13] [L6] after a crash in the middle of it no run begins in what was copied', async () => {
  const started = await startServer({
    wrap: (ledger) => ({
      ...ledger,
      // The process ends here: nothing is tidied up.
      deleteThread: async () => ({ ok: true, value: undefined }),
      append: async (thread, drafts, options) =>
        drafts.some(({ type }) => type === 'thread.closed')
          ? { ok: false, error: { code: 'unavailable', message: 'The disk is full.' } }
          : ledger.append(thread, drafts, options),
    }),
  });
  const thread = await newThread(started);
  await say(started, thread, 'hang');
  await untilStatus(started, thread, 'running');
  await started.call('POST', `/api/threads/${thread}/fork`);
  const list = unwrap(await started.ledger.listThreads({ limit: 10 }));
  const part = list.find(({ id }) => id !== thread);
  expect([part?.status, part?.unfinished]).toEqual(['running', false]);
  await started.call('POST', `/api/threads/${thread}/stop`);
});
