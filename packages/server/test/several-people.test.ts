/** Several people and programs in one thread, by every road: whose a message is, what an edit is, and what is taken back. */
import { setTimeout } from 'node:timers/promises';
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, type UIMessage } from 'ai';
import { expect, test } from 'vitest';
import { newClient, quietly, versions } from './ag-ui-client.ts';
import { type Answer, field, startServer, type Started, until, untilStatus, unwrap } from './start-server.ts';

const NAMES = ['Ada', 'Bob'] as const;
type Name = (typeof NAMES)[number];

interface Place {
  readonly started: Started;
  readonly thread: string;
  readonly call: (who: Name, method: string, path: string, body?: object) => Promise<Answer>;
  readonly say: (who: Name, text: string, more?: object) => Promise<Answer>;
  readonly chat: (who: Name, id: string, text: string, more?: object) => Promise<unknown[]>;
  readonly agUi: (who: Name, messages: readonly object[], more?: object) => Promise<unknown[]>;
  readonly whenIdle: () => Promise<unknown>;
  readonly loaded: () => Promise<UIMessage[]>;
}

async function open(body: object = {}, known?: Started): Promise<Place> {
  const authenticate = (request: Request): { name: string } | undefined => {
    const name = request.headers.get('x-user');
    return name === null ? undefined : { name };
  };
  const started = known ?? (await startServer({ authenticate }));
  const made = await started.call('POST', '/api/threads', { body });
  const thread = String(field(made.json, 'id'));
  const call: Place['call'] = (who, method, path, sent) =>
    started.call(method, path, {
      token: null,
      headers: { 'x-user': who },
      ...(sent === undefined ? {} : { body: sent }),
    });
  /** An answer may be over before its run is. */
  const whenIdle = (): Promise<unknown> =>
    until(() => started.runner.alone(thread, '@human', async () => 'nobody is at work'), 'the end of the run');
  const say: Place['say'] = (who, text, more) =>
    call(who, 'POST', `/api/threads/${thread}/messages`, { text, ...more });
  return {
    started,
    thread,
    call,
    say,
    chat: async (who, id, text, more) => {
      const messages = [{ id, role: 'user', parts: [{ type: 'text', text }] }];
      await whenIdle();
      return code(await call(who, 'POST', '/api/chat', { id: thread, messages, trigger: 'submit-message', ...more }));
    },
    agUi: async (who, messages, more) => {
      await whenIdle();
      return code(await call(who, 'POST', '/api/ag-ui', { threadId: thread, runId: 'r', messages, ...more }));
    },
    whenIdle,
    loaded: async () => JSON.parse((await call('Ada', 'GET', `/api/chat/${thread}/messages`)).text).messages,
  };
}

const code = ({ status, json }: Answer): unknown[] => [status, field(json, 'error', 'code')];
const words = (messages: readonly UIMessage[]): string[] =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
const saidIn = async ({ loaded }: Place): Promise<UIMessage[]> =>
  (await loaded()).filter(({ role }) => role === 'user');

async function expectUniqueIds({ loaded, started, thread }: Place): Promise<void> {
  const ids = (await loaded()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const client = newClient('1.0.0', {
    url: `http://127.0.0.1:${started.port}/api/ag-ui`,
    threadId: thread,
    headers: { 'x-user': 'Ada' },
  });
  await quietly(() => client.runAgent());
  const agUi = client.messages.map((message) => field(message, 'id'));
  expect(new Set(agUi).size).toBe(agUi.length);
}

test('[12.6] what a client calls its new message is no message of the thread: nothing is taken back', async () => {
  const place = await open();
  for (const version of versions) {
    const { thread, say, whenIdle, started, loaded } = { ...place, ...(await open({}, place.started)) };
    await say('Ada', 'first');
    await whenIdle();
    await say('Ada', 'second');
    await whenIdle();
    const before = await loaded();
    // Whatever a client may count from.
    for (const id of ['m1', 'm2', 'reply-2', '1', 'said-2', 'said']) {
      const client = newClient(version, {
        url: `http://127.0.0.1:${started.port}/api/ag-ui`,
        threadId: thread,
        headers: { 'x-user': 'Ada' },
      });
      client.addMessage({ id, role: 'user', content: `hello from ${id}` });
      await quietly(() => client.runAgent());
      await whenIdle();
    }
    const now = await loaded();
    expect(now.slice(0, before.length)).toEqual(before);
    expect(words(now.filter(({ role }) => role === 'user'))).toHaveLength(8);
    await expectUniqueIds({ ...place, thread, loaded });
  }
});

test('[12.6] nobody can give a message the id of another’s, or of an answer; one’s own can be edited', async () => {
  const place = await open();
  await place.say('Ada', 'from Ada');
  await place.whenIdle();
  const own = (await place.loaded()).map(({ id }) => id);
  for (const id of ['m1', 'reply-2', ...own]) {
    const posted = await place.say('Bob', `as ${id}`, { client_id: id });
    if (own.includes(id)) expect([id, ...code(posted)]).toEqual([id, 400, 'bad_body']);
    await place.whenIdle();
  }
  await expectUniqueIds(place);
  const [answer = ''] = own.slice(1);
  // No message of a person has that id.
  for (const id of [answer, 'said/99', 'part/1.0'])
    expect([id, ...(await place.chat('Bob', id, 'x'))]).toEqual([id, 400, 'bad_body']);
  for (const id of [answer, 'said/99', 'part/1.0'])
    expect([id, ...(await place.agUi('Bob', [{ id, role: 'user', content: 'x' }]))]).toEqual([id, 400, 'bad_body']);
  // Ada's own message can be edited by what it is called, where nobody spoke since.
  const alone = await open({}, place.started);
  await alone.say('Ada', 'from Ada');
  await alone.whenIdle();
  const [mine] = await saidIn(alone);
  for (const text of ['other words', 'and others'])
    expect(await alone.chat('Ada', mine?.id ?? '', text)).toEqual([200, undefined]);
  expect(await alone.agUi('Ada', [{ id: mine?.id, role: 'user', content: 'the last' }])).toEqual([200, undefined]);
  await alone.whenIdle();
  expect((await saidIn(alone)).map(({ id, parts }) => [id, parts])).toEqual([
    [mine?.id, [{ type: 'text', text: 'the last' }]],
  ]);
});

test('[12.6] a client of AG-UI edits what it could know: all that people said before it is in its list', async () => {
  const place = await open();
  for (const id of ['a', 'b']) expect(await place.chat('Ada', id, `words of ${id}`)).toEqual([200, undefined]);
  const message = (id: string, content: string): object => ({ id, role: 'user', content });
  expect(await place.agUi('Ada', [message('b', 'a new client')])).toEqual([409, 'message_conflict']);
  expect(words(await saidIn(place))).toEqual(['words of a', 'words of b']);
  expect(await place.agUi('Ada', [message('a', 'words of a'), message('b', 'edited')])).toEqual([200, undefined]);
  await place.whenIdle();
  expect(words(await saidIn(place))).toEqual(['words of a', 'edited']);
});

function openPage({ started, thread }: Place, who: Name): Chat<UIMessage> {
  const transport = new DefaultChatTransport<UIMessage>({
    api: `http://127.0.0.1:${started.port}/api/chat`,
    headers: { 'x-user': who },
  });
  return new Chat<UIMessage>({ id: thread, transport });
}
const callStates = (message: UIMessage | undefined): unknown[] =>
  (message?.parts ?? []).flatMap((part) => (isToolUIPart(part) ? [part.state] : []));

test('[12.6] what somebody else says meanwhile cuts no answer: a page has all of it that began before', async () => {
  const place = await open();
  const page = openPage(place, 'Ada');
  const sent = page.sendMessage({ text: 'hang' });
  await until(() => (callStates(page.lastMessage).length > 0 ? true : undefined), 'the call');
  await place.say('Bob', 'hello');
  await place.call('Ada', 'POST', `/api/threads/${place.thread}/stop`, {});
  await sent;
  await untilStatus(place.started, place.thread, 'cancelled');
  const all = await place.loaded();
  expect([page.status, page.error]).toEqual(['ready', undefined]);
  expect(callStates(page.lastMessage)).toEqual(['output-error']);
  expect(JSON.parse(JSON.stringify(page.messages))).toEqual(all.slice(0, 2));
});

test('[12.6] where somebody else spoke before anything had begun, the page is told the answer to both', async () => {
  const place = await open({ agent: 'elsewhere' });
  const page = openPage(place, 'Ada');
  const sent = page.sendMessage({ text: 'go' });
  await until(async () => ((await place.loaded()).length > 0 ? true : undefined), 'the message');
  await place.say('Bob', 'and this');
  const drafts = [
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Both.' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    { type: 'agent.status', status: 'completed' },
  ];
  await place.started.call('POST', `/api/threads/${place.thread}/events`, { body: { drafts } });
  await sent;
  const all = await place.loaded();
  expect(words(all)).toEqual(['go', 'and this', 'Both.']);
  expect(JSON.parse(JSON.stringify(page.messages))).toEqual([all[0], all[2]]);
});

test('[12.6] who is asked decides, though somebody else has spoken since', async () => {
  const place = await open({ agent: 'elsewhere' });
  const post = (drafts: readonly object[]): Promise<Answer> =>
    place.started.call('POST', `/api/threads/${place.thread}/events`, { body: { drafts } });
  const page = openPage(place, 'Ada');
  const sent = page.sendMessage({ text: 'go' });
  await until(async () => ((await place.loaded()).length > 0 ? true : undefined), 'the message');
  await post([
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'deploy', arguments: '{}' },
    { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1', step: 1 },
  ]);
  await until(() => (callStates(page.lastMessage)[0] === 'approval-requested' ? true : undefined), 'the approval');
  await place.say('Bob', 'look here');
  await post([{ type: 'agent.status', status: 'awaiting_user' }]);
  await sent;
  await page.addToolApprovalResponse({ id: 'r1', approved: true });
  const going = page.sendMessage();
  await until(
    async () =>
      unwrap(await place.started.ledger.state(place.thread)).requests.get('r1')?.settled?.by === 'Ada'
        ? true
        : undefined,
    'the decision',
  );
  await post([
    { type: 'agent.status', status: 'running' },
    { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', parts: [{ type: 'text', text: 'deployed' }] },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  ]);
  await going;
  expect([page.error, callStates(page.lastMessage)]).toEqual([undefined, ['output-available']]);
  expect(JSON.parse(JSON.stringify(page.messages))).toEqual((await place.loaded()).slice(0, 2));
});

test('[12.6] a message that was taken back and is sent again is refused in words, on every road', async () => {
  const place = await open();
  const gone = [409, 'message_taken_back'];
  expect(await place.chat('Ada', 'a', 'hi')).toEqual([200, undefined]);
  expect(await place.chat('Ada', 'b', 'second')).toEqual([200, undefined]);
  expect(await place.chat('Ada', 'a', 'hi anew')).toEqual([200, undefined]);
  await place.whenIdle();
  const before = await place.loaded();
  expect(await place.chat('Ada', 'b', 'second')).toEqual(gone);
  expect(await place.agUi('Ada', [{ id: 'b', role: 'user', content: 'second' }])).toEqual(gone);
  expect(code(await place.say('Ada', 'second', { client_id: 'b' }))).toEqual(gone);
  expect(code(await place.say('Ada', 'other words', { client_id: 'b' }))).toEqual([409, 'message_conflict']);
  expect(await place.loaded()).toEqual(before);

  const elsewhere = await open({ agent: 'elsewhere' }, place.started);
  const post = (drafts: readonly object[]): Promise<Answer> =>
    elsewhere.call('Ada', 'POST', `/api/threads/${elsewhere.thread}/events`, { drafts });
  const parts = [{ type: 'text', text: 'hi' }];
  const posted = { type: 'message.posted', author: '@human', parts, delivery: 'now', client_id: 'a' };
  // The same one again is still no other one, also in one request.
  expect((await post([posted, posted])).status).toBe(201);
  expect((await post([posted])).status).toBe(201);
  expect((await post([{ type: 'thread.rewound', to: 1 }])).status).toBe(201);
  expect(code(await post([posted]))).toEqual(gone);
  // Or taken back before anybody read it.
  const said = await elsewhere.say('Ada', 'wait', { client_id: 'w' });
  const path = `/api/threads/${elsewhere.thread}/messages/${String(field(said.json, 'event', 'seq'))}`;
  expect((await elsewhere.call('Ada', 'DELETE', path)).status).toBe(200);
  expect(code(await elsewhere.say('Ada', 'wait', { client_id: 'w' }))).toEqual(gone);
});

test('[12.6] whatever a user writes by drafts has their name, and an agent’s words by them, too', async () => {
  const place = await open({ agent: 'elsewhere' });
  const post = async (who: Name, ...drafts: object[]): Promise<unknown[]> => {
    const sent = await place.call(who, 'POST', `/api/threads/${place.thread}/events`, { drafts });
    const events = field(sent.json, 'events');
    return Array.isArray(events) ? events.map((event) => field(event, 'by')) : code(sent);
  };
  const parts = [{ type: 'text', text: 'x' }];
  const posted = { type: 'message.posted', author: '@human', parts, delivery: 'now' };
  const asks = { type: 'request.opened', request: 'q1', kind: 'approval' };
  expect(await post('Ada', posted, { type: 'agent.status', status: 'running' }, asks)).toEqual([
    'Ada',
    undefined,
    undefined,
  ]);
  expect(await post('Bob', { type: 'request.resolved', request: 'q1', decision: 'once' })).toEqual(['Bob']);
  expect(await post('Bob', { type: 'run.stop.requested' })).toEqual(['Bob']);
  for (const author of ['Ada', '@agent', 'helper', '@human'])
    expect(await post('Bob', { ...posted, author })).toEqual(['Bob']);
  expect(await post('Bob', { ...posted, author: '@agent', by: 'Ada' })).toEqual([403, 'not_yours']);
});

test('[12.6] nobody goes back past what another answered or decided: it is said as words are', async () => {
  const place = await open();
  const refused = [403, 'not_yours'];
  expect(await place.chat('Ada', 'a', 'ask')).toEqual([200, undefined]);
  await untilStatus(place.started, place.thread, 'awaiting_user');
  const answers = [{ question: 'Which?', values: ['two'] }];
  const answered = await place.call('Bob', 'POST', `/api/threads/${place.thread}/answers/c1`, { answers });
  expect(answered.status).toBe(200);
  await untilStatus(place.started, place.thread, 'completed');
  const before = await place.loaded();
  const again = { trigger: 'regenerate-message' };
  expect(await place.chat('Ada', 'a', '', again)).toEqual(refused);
  expect(await place.chat('Ada', 'a', 'other words')).toEqual(refused);
  const regenerate = { forwardedProps: { toolthread: { regenerate: true } } };
  expect(await place.agUi('Ada', [{ id: 'a', role: 'user', content: 'ask' }], regenerate)).toEqual(refused);
  expect(await place.loaded()).toEqual(before);
  // Bob takes back his own, and no word of another.
  expect(await place.chat('Bob', 'a', '', again)).toEqual([200, undefined]);

  const elsewhere = await open({ agent: 'elsewhere' }, place.started);
  const post = async (who: Name, ...drafts: object[]): Promise<unknown[]> =>
    code(await elsewhere.call(who, 'POST', `/api/threads/${elsewhere.thread}/events`, { drafts }));
  const parts = [{ type: 'text', text: 'x' }];
  const posted = { type: 'message.posted', author: '@human', parts, delivery: 'now' };
  const asks = { type: 'request.opened', request: 'q1', kind: 'approval' };
  // Asked before the boundary, decided after it.
  expect(await post('Ada', asks, posted)).toEqual([201, undefined]);
  expect(await post('Bob', { type: 'request.resolved', request: 'q1', decision: 'once' })).toEqual([201, undefined]);
  expect(await post('Ada', { type: 'thread.rewound', to: 3 })).toEqual(refused);
  expect(await post('Bob', { type: 'thread.rewound', to: 3 })).toEqual([201, undefined]);
});

test('[12.7] what was said while a rewind by drafts was judged is not taken back', async () => {
  const at = await open({ agent: 'elsewhere' });
  // Where in between Bob speaks is tried out: a little later each time.
  for (let round = 0; round < 24; round += 1) {
    await at.say('Ada', 'mine', { client_id: `a${round}` });
    const said = unwrap(await at.started.ledger.thread(at.thread)).seq;
    const change = { type: 'message.changed', message: said, parts: [{ type: 'text', text: 'other' }] };
    const drafts = [{ type: 'thread.rewound', to: said - 1 }, ...Array.from({ length: 100 }, () => change)];
    const rewinding = at.call('Ada', 'POST', `/api/threads/${at.thread}/events`, { drafts });
    await setTimeout(round);
    expect((await at.say('Bob', `Bob ${round}.`)).status).toBe(201);
    await rewinding;
    // The rewind was refused, or is before what Bob said.
    expect(JSON.stringify(await at.loaded())).toContain(`Bob ${round}.`);
  }
});

test('[12.7] the same id and the same words from somebody else are another message, and refused in words', async () => {
  const at = await open();
  expect((await at.say('Ada', 'same', { client_id: 'm1x' })).status).toBe(201);
  expect((await at.say('Bob', 'same', { client_id: 'm1x' })).status).toBe(409);
});
