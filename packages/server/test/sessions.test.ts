import { callStatus } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { toMessages } from '@toolthread/core/contract';
import { expect, test } from 'vitest';
import { tokenRow } from '@toolthread/server';
import { isGiven, sessionOf } from '@toolthread/server/answers';
import { created, eventsOf, MemorySessions, openSession, said, words } from './memory-sessions.ts';
import { field, newThread, startServer, TOKEN, until, unwrap } from './start-server.ts';

const READER = 'a-token-to-read-with-0123456789';

test('a page and a server read the name of a thread by one rule', () => {
  expect(['session-5f0c-1', `session-${'a'.repeat(65)}-1`, 'session-a-1234567', 'a'].map(sessionOf)).toEqual([
    '5f0c',
    undefined,
    undefined,
    undefined,
  ]);
  expect(['session-given_5f0c-1', 'session-5f0c-1', 'given_5f0c'].map(isGiven)).toEqual([true, false, false]);
});

test('[issue 13] the list: newest first, in pages, by agent, project and words, with what each session is', async () => {
  const sessions = new MemorySessions();
  for (let i = 0; i < 5; i += 1) sessions.add(`a${i}`, [created]);
  sessions.add('b0', [created], {
    agent: 'pi',
    project: '~/boat',
    title: 'Paint the Fence',
    model: 'm-1',
    state: 'working',
  });
  const started = await startServer({ sessions });
  const ids = async (query: string): Promise<unknown> => {
    const { json } = await started.call('GET', `/api/sessions${query}`);
    const list = field(json, 'sessions');
    return Array.isArray(list) ? [list.map((session) => field(session, 'id')), field(json, 'next')] : json;
  };
  expect(await ids('')).toEqual([['b0', 'a4', 'a3', 'a2', 'a1', 'a0'], null]);
  expect(await ids('?limit=2')).toEqual([['b0', 'a4'], '4.a4']);
  expect(await ids('?limit=2&before=4.a4')).toEqual([['a3', 'a2'], '2.a2']);
  expect(await ids('?limit=2&before=2.a2')).toEqual([['a1', 'a0'], null]);
  expect(await ids('?agent=pi')).toEqual([['b0'], null]);
  expect(await ids(`?project=${encodeURIComponent('~/shop')}&limit=1`)).toEqual([['a4'], '4.a4']);
  expect(await ids('?words=fence+M-1')).toEqual([['b0'], null]);
  expect(await ids('?words=fence+shop')).toEqual([[], null]);
  expect(await ids('?state=working')).toEqual([['b0'], null]);
  expect(await ids('?state=done&since=3')).toEqual([['a4', 'a3'], null]);
  expect(await ids('?since=x')).toMatchObject({ error: { code: 'bad_since' } });
  expect((await started.call('GET', '/api/sessions?limit=1')).json).toEqual({
    sessions: [
      {
        id: 'b0',
        agent: 'pi',
        title: 'Paint the Fence',
        project: '~/boat',
        model: 'm-1',
        calls: 2,
        failed: 1,
        tokens: 30,
        worked_ms: 9,
        started_at: 1,
        ended_at: 5,
        state: 'working',
        thread: null,
      },
    ],
    next: '5.b0',
    skipped: 3,
    home: null,
    agents: ['pi', 'codex'],
    projects: ['~/boat', '~/shop'],
  });
  for (const query of ['?limit=0', '?limit=x', '?before=x', '?before=1.a/b'])
    expect((await started.call('GET', `/api/sessions${query}`)).status).toBe(400);
});

test('[issue 13] without a source, through a proxy, under another name and for who may only read there is none', async () => {
  const none = await startServer();
  expect((await none.call('GET', '/api/sessions')).text).toContain('no_sessions');
  expect((await none.call('POST', '/api/sessions/s1/open')).text).toContain('no_sessions');
  const sessions = new MemorySessions();
  sessions.add('s1', [created]);
  const started = await startServer({
    sessions,
    hosts: ['threads.example.com'],
    trustProxy: true,
    token: () => [tokenRow('owner', TOKEN), tokenRow('reader', READER, { may: 'read' })],
  });
  const elsewhere = [
    { headers: { host: 'threads.example.com' } },
    { headers: { 'x-forwarded-for': '203.0.113.7' } },
    { headers: { 'x-forwarded-host': 'threads.example.com' } },
    { token: READER },
  ];
  for (const given of elsewhere) {
    const { status, text } = await started.call('GET', '/api/sessions', given);
    expect([status, text]).toEqual([404, expect.stringContaining('no_sessions')]);
  }
  for (const given of elsewhere.slice(0, 3))
    expect((await started.call('POST', '/api/sessions/s1/open', given)).status).toBe(404);
  expect((await started.call('GET', '/api/sessions')).status).toBe(200);
});

test('[issue 13] [L1] a session is opened as one thread, the same each time and after a restart, with what it gained meanwhile', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2), said('two', 3)]);
  const started = await startServer({ sessions });
  const [thread, again] = await Promise.all([openSession(started, 's1'), openSession(started, 's1')]);
  expect(again).toBe(thread);
  expect(await eventsOf(started, thread)).toEqual(['thread.created', ...words('one', 'two')]);
  const state = unwrap(await started.ledger.state(thread));
  expect([state.agent, state.source, state.title, state.at]).toEqual(['elsewhere', created.source, 'Lint', 3]);
  // When it was begun there, and not when it was opened here.
  expect(unwrap(await started.ledger.thread(thread)).createdAt).toBe(created.at);
  sessions.events.get('s1')?.push(said('three', 4));
  expect(await openSession(started, 's1')).toBe(thread);
  const later = await started.restart();
  expect(await openSession(later, 's1')).toBe(thread);
  expect(await eventsOf(later, thread)).toEqual(['thread.created', ...words('one', 'two', 'three')]);
  expect(field((await later.call('GET', '/api/sessions')).json, 'sessions')).toMatchObject([{ id: 's1', thread }]);
  expect(sessions.readings).toBe(0);
});

test('[issue 13] one that was rewritten is another thread, and the first one stays', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)]);
  const started = await startServer({ sessions });
  const first = await openSession(started, 's1');
  for (const text of ['other', 'one']) {
    sessions.rewrite('s1', [created, said(text, text === 'one' ? 2 : 7), said('more', 9)]);
    const now = await openSession(started, 's1');
    expect(now === first).toBe(text === 'one');
    expect(await eventsOf(started, now)).toEqual(['thread.created', ...words(text, 'more')]);
  }
});

test('[issue 13] at rest it is closed, with what lies beside it; what it gains later comes after, and rewinds land where they mean', async () => {
  const sessions = new MemorySessions();
  const step: EventDraft = { type: 'agent.step.started', step: 1, at: 3 };
  const over: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop', at: 3 };
  const parent = { call: 'c1' };
  const child: EventDraft = { type: 'scope.opened', scope: 'child:x', kind: 'child', name: 'x', at: 3, parent };
  sessions.add('s1', [created, said('one', 2), step]);
  sessions.rest.set('s1', [child, over, { type: 'thread.closed', at: 3 }]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const before = [
    'thread.created',
    ...words('one'),
    'agent.step.started',
    'scope.opened',
    'thread.rested',
    'agent.step.completed',
    'thread.closed',
  ];
  expect(await eventsOf(started, thread)).toEqual(before);
  expect(await openSession(started, 's1')).toBe(thread);
  expect(await eventsOf(started, thread)).toEqual(before);
  // It goes on: the end is taken back, the step is told to be over by the session itself now, and a rewind names an event after that.
  sessions.rest.delete('s1');
  sessions.events.get('s1')?.push(over, said('two', 5), said('three', 6), { type: 'thread.rewound', to: 5, at: 7 });
  for (let i = 0; i < 2; i += 1) {
    expect(await openSession(started, 's1')).toBe(thread);
    const after = ['thread.rewound', 'agent.step.completed', ...words('two', 'three'), 'thread.rewound'];
    expect(await eventsOf(started, thread)).toEqual([...before, ...after]);
  }
  const events = unwrap(await started.ledger.read(thread, { after: 0, limit: 100 }));
  expect([events[7], events.at(-1)]).toMatchObject([{ to: 4, retold: true }, { to: 10 }]);
  // The version that a search found in the session, by its place in the thread: what is right before the rewind.
  const { json: version } = await started.call('POST', '/api/sessions/s1/open', { body: { version: 6 } });
  expect(version).toEqual({ thread, version: 11 });
  expect([events[10], events[11]]).toMatchObject([{ seq: 11, type: 'message.posted' }, { type: 'thread.rewound' }]);
  const { anomalies } = unwrap(await started.ledger.state(thread));
  expect(JSON.stringify(anomalies)).not.toContain('step-ended');
  // And rests again.
  sessions.rest.set('s1', [child, { type: 'thread.closed', at: 8 }]);
  for (let i = 0; i < 2; i += 1) {
    expect(await openSession(started, 's1')).toBe(thread);
    const last = ['thread.rewound', 'thread.rested', 'thread.closed'];
    expect((await eventsOf(started, thread)).slice(before.length + 4)).toEqual(last);
  }
});

test('[L1] whoever goes back to where a session rested loses nothing of what was told before', async () => {
  const sessions = new MemorySessions();
  const answer: EventDraft[] = [
    { type: 'agent.step.started', step: 1, at: 3 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'The first answer.', at: 3 },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop', at: 3 },
  ];
  const told = [created, said('one', 2), ...answer];
  sessions.add('s1', told);
  sessions.rest.set('s1', [
    { type: 'thread.renamed', title: 'One', at: 3 },
    { type: 'thread.closed', at: 3 },
  ]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  sessions.events.get('s1')?.push(said('two', 5));
  await openSession(started, 's1');
  sessions.events.get('s1')?.push({ type: 'thread.rewound', to: told.length, at: 7 }, said('three', 8));
  expect(await openSession(started, 's1')).toBe(thread);
  const messages = toMessages(unwrap(await started.ledger.shown(thread)));
  expect(messages.map(({ content }) => content)).toEqual(['one', 'The first answer.', 'three']);
});

test('[issue 13] a session that is gone, too large or empty is refused in words', async () => {
  const sessions = new MemorySessions();
  sessions.add('empty', []);
  const started = await startServer({ sessions });
  const refusal = async (id: string): Promise<unknown> => {
    const { status, json } = await started.call('POST', `/api/sessions/${id}/open`);
    return [status, field(json, 'error', 'code'), String(field(json, 'error', 'message')).length > 20];
  };
  expect(await refusal('none')).toEqual([404, 'no_such_session', true]);
  expect(await refusal('..%2f..%2fetc')).toEqual([404, 'no_such_session', true]);
  expect(await refusal('huge')).toEqual([413, 'session_too_large', true]);
  expect(await refusal('empty')).toEqual([422, 'session_unreadable', true]);
});

test('[issue 13] nothing is said or changed in a thread that shows a session: every route that writes refuses; it can be deleted, and opened again', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const writing = started.server.routes.filter(
    // A fork is another thread, and a title is only ours: they have tests of their own. Whom a thread is shared with is said nowhere in it.
    ({ method, path }) => method !== 'GET' && /^\/api\/threads\/:id\/(?!fork$|title$|people\b|links?\b)/.test(path),
  );
  expect(writing.length).toBeGreaterThan(8);
  for (const { method, path } of writing) {
    const address = path.replace(':id', thread).replace(/:\w+/g, '2');
    const { status, text } = await started.call(method, address, { body: { text: 'hello' } });
    expect([method, path, status, text.includes('read_only_session')]).toEqual([method, path, 409, true]);
  }
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] };
  const chat = await started.call('POST', '/api/chat', {
    body: { id: thread, messages: [message], trigger: 'submit-message' },
  });
  expect(chat.text).toContain('read_only_session');
  const input = { threadId: thread, runId: 'r', messages: [{ id: 'm', role: 'user', content: 'hello' }] };
  const run = await started.call('POST', '/api/ag-ui', {
    body: { ...input, state: {}, tools: [], context: [], forwardedProps: {} },
  });
  expect(run.text).toContain('read_only_session');
  expect(await eventsOf(started, thread)).toEqual(['thread.created', ...words('one')]);
  expect((await started.call('DELETE', `/api/threads/${thread}`)).status).toBe(200);
  expect(await eventsOf(started, await openSession(started, 's1'))).toEqual(['thread.created', ...words('one')]);
  // A thread of one's own is as before.
  const own = await newThread(started);
  expect((await started.call('POST', `/api/threads/${own}/title`, { body: { title: 'x' } })).status).toBe(200);
});

test('[issue 13] an opened session is renamed in our list, and is so called while its file goes on, also by a title of its own that was told before', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)]);
  sessions.rest.set('s1', [
    { type: 'thread.renamed', title: 'By the agent', at: 3 },
    { type: 'thread.closed', at: 3 },
  ]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const title = async (): Promise<unknown> => unwrap(await started.ledger.thread(thread)).title;
  expect(await title()).toBe('By the agent');
  expect((await started.call('POST', `/api/threads/${thread}/title`, { body: { title: 'Mine' } })).status).toBe(200);
  for (const words of ['two', 'three']) {
    sessions.events.get('s1')?.push(said(words, 4));
    expect(await openSession(started, 's1')).toBe(thread);
    expect(await title()).toBe('Mine');
  }
  const told = unwrap(await started.ledger.read(thread, { after: 0, limit: 100 })).map(({ type }) => type);
  expect(told.filter((type) => type === 'message.posted')).toHaveLength(3);
  expect(told.at(-1)).toBe('thread.closed');
});

test('[issue 13] Continue here: the fork of a session is a thread of one’s own, without its folder and its agent; the session stays as it was', async () => {
  const sessions = new MemorySessions();
  const folder: EventDraft = {
    type: 'thread.created',
    source: { format: 'codex', session: 's1' },
    workspace: '/x',
    at: 2,
  };
  const step: EventDraft = { type: 'agent.step.started', step: 1, at: 4 };
  const call: EventDraft = {
    type: 'agent.tool.called',
    step: 1,
    part: 0,
    call: 'c1',
    name: 'shell',
    arguments: '{}',
    at: 5,
  };
  sessions.add('s1', [created, folder, said('one', 3), step, call]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const before = unwrap(await started.ledger.read(thread, { after: 0, limit: 100 }));
  const answer = await started.call('POST', `/api/threads/${thread}/fork`);
  expect(answer.status).toBe(201);
  const fork = String(field(answer.json, 'id'));
  expect(unwrap(await started.ledger.read(thread, { after: 0, limit: 100 }))).toEqual(before);
  const state = unwrap(await started.ledger.state(fork));
  expect([state.agent, state.source, state.workspace, state.title, state.origin]).toEqual([
    'here',
    undefined,
    undefined,
    'Lint',
    { thread, seq: before.length },
  ]);
  // What was open there never looks as if it were running here, nor as if it had lasted until now.
  const calls = [...state.calls.byPlace.entries()].map(([, known]) => callStatus(known));
  const ends = [...state.steps.entries()].map(([, { end }]) => end?.at);
  expect([calls, ends]).toEqual([['lost'], [5]]);
  await started.call('POST', `/api/threads/${fork}/messages`, { body: { text: 'two' } });
  await until(
    async () => (unwrap(await started.ledger.thread(fork)).status === 'completed' ? true : undefined),
    'the run',
  );
  // Its file goes on, and the fork does not follow it.
  sessions.events.get('s1')?.push(said('three', 6));
  await openSession(started, 's1');
  expect((await eventsOf(started, fork)).join()).not.toContain('three');
});

test('[issue 13] a file that is sent is a thread, read only; the same one again is the same thread; refusals in words', async () => {
  const sessions = new MemorySessions();
  const token = () => [tokenRow('owner', TOKEN), tokenRow('reader', READER, { may: 'read' })];
  const started = await startServer({ sessions, token });
  const send = (body: object, more: object = {}) => started.call('POST', '/api/sessions', { body, ...more });
  const code = (json: unknown): unknown => field(json, 'error', 'code');
  const first = await send({ name: 'a.jsonl', text: 'one' });
  const thread = String(field(first.json, 'thread'));
  expect(await eventsOf(started, thread)).toEqual(['thread.created', ...words('one')]);
  expect(field((await send({ name: 'other.jsonl', text: 'one' })).json, 'thread')).toBe(thread);
  expect(field((await send({ name: 'a.jsonl', text: 'two' })).json, 'thread')).not.toBe(thread);
  expect(sessions.readings).toBe(0);
  // It is on nobody's computer: it is found in the ledger.
  const found = await started.call('GET', '/api/search?words=one');
  expect(found.json).toMatchObject({ hits: [{ kind: 'thread', id: thread, places: [{ around: 'one' }] }] });
  const written = await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'Hello' } });
  expect(code(written.json)).toBe('read_only_session');
  expect(code((await send({ name: 'a.jsonl', text: 'none' })).json)).toBe('session_unreadable');
  expect(code((await send({ name: 'a.jsonl', text: '' })).json)).toBe('bad_body');
  expect(code((await send({ name: 'a.jsonl', text: 'x' }, { token: READER })).json)).toBe('read_only');
  const without = await startServer();
  expect(code((await without.call('POST', '/api/sessions', { body: { name: 'a', text: 'x' } })).json)).toBe(
    'no_sessions',
  );
});

test('[issue 13] a ledger that refuses is told as what it is, and no other thread is made for it', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)]);
  let refuses: 'createThread' | 'read' | undefined;
  const away = { ok: false, error: { code: 'unavailable', message: 'The database does not answer.' } } as const;
  const started = await startServer({
    sessions,
    wrap: (ledger) => ({
      ...ledger,
      createThread: async (draft, as) => (refuses === 'createThread' ? away : ledger.createThread(draft, as)),
      read: async (thread, range) => (refuses === 'read' ? away : ledger.read(thread, range)),
    }),
  });
  const send = (): Promise<unknown> => started.call('POST', '/api/sessions', { body: { name: 'a', text: 'one' } });
  const open = (): Promise<unknown> => started.call('POST', '/api/sessions/s1/open', { body: {} });
  const unavailable = { status: 503, json: { error: { code: 'unavailable' } } };
  refuses = 'createThread';
  for (const ask of [send, open]) expect(await ask()).toMatchObject(unavailable);
  refuses = undefined;
  for (const ask of [send, open]) expect(await ask()).toMatchObject({ status: 200 });
  refuses = 'read';
  expect(await open()).toMatchObject(unavailable);
  refuses = undefined;
  expect(field((await started.call('GET', '/api/threads')).json, 'threads')).toHaveLength(2);
});

test('[issue 13] a file that was sent and deleted can be sent again', async () => {
  const started = await startServer({ sessions: new MemorySessions() });
  const send = async (): Promise<string> =>
    String(field((await started.call('POST', '/api/sessions', { body: { name: 'a', text: 'one' } })).json, 'thread'));
  const first = await send();
  expect(await started.call('DELETE', `/api/threads/${first}`)).toMatchObject({ status: 200 });
  const second = await send();
  expect(await eventsOf(started, second)).toEqual(['thread.created', ...words('one')]);
  expect(await send()).toBe(second);
});
