/** A stock `useChat` (its `Chat`, without a page around it) against a real server. */
import { Chat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import * as sdk6 from 'ai6';
import { expect, test } from 'vitest';
import { openRoom, type Room } from '../../../test/room.ts';
import { field, newThread, startServer, until } from '../../../test/start-server.ts';

interface Page {
  readonly chat: Chat<UIMessage>;
  /** Requests that the client made. */
  readonly requests: string[];
}

type Body = ReadableStream<Uint8Array>;

/** `cut`: what comes of the answer to its first request. */
function openPage(
  { port, thread }: Pick<Room, 'port' | 'thread'>,
  messages: UIMessage[] = [],
  cut: (body: Body) => Promise<Body> = async (body) => body,
): Page {
  const requests: string[] = [];
  const transport = new DefaultChatTransport<UIMessage>({
    api: `http://127.0.0.1:${port}/api/chat`,
    headers: { authorization: `Bearer test-token-0123456789` },
    fetch: async (input, init) => {
      requests.push(
        `${init?.method ?? 'GET'} ${(input instanceof Request ? input.url : input.toString()).replace(/^.*\/api/, '')}`,
      );
      const { body, status, headers } = await fetch(input, init);
      const read = body !== null && requests.length === 1 ? await cut(body) : body;
      return new Response(read, { status, headers });
    },
  });
  const chat = new Chat<UIMessage>({
    id: thread,
    messages,
    transport,
    sendAutomaticallyWhen: (given) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(given) || lastAssistantMessageIsCompleteWithToolCalls(given),
  });
  return { chat, requests };
}

async function loaded(room: Pick<Room, 'call' | 'thread'>): Promise<UIMessage[]> {
  const { text } = await room.call('GET', `/api/chat/${room.thread}/messages`);
  return JSON.parse(text).messages;
}

/** What the page has is what the next one loads. */
async function expectLoaded(room: Pick<Room, 'call' | 'thread'>, { chat }: Page): Promise<void> {
  expect(JSON.parse(JSON.stringify(chat.messages))).toEqual(await loaded(room));
}

const ready = ({ chat }: Page): Promise<true> =>
  until(() => (chat.status === 'ready' || chat.status === 'error' ? true : undefined), 'the end of a stream');
const texts = (message: UIMessage | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('|');
const calls = ({ chat }: Page): unknown[] =>
  (chat.lastMessage?.parts ?? []).flatMap((part) => (isToolUIPart(part) ? [[part.state, part.toolCallId]] : []));

async function sameServer(): Promise<() => Promise<Room>> {
  const room = await openRoom();
  return async () => ({ ...room, thread: await newThread(room) });
}

test('text, calls, edit, regenerate: a stock chat says, reads along, and says otherwise', async () => {
  const room = await (await sameServer())();
  const page = openPage(room);
  await page.chat.sendMessage({ text: 'hello' });
  expect(page.chat.error).toBeUndefined();
  expect(page.chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(texts(page.chat.lastMessage)).toBe(
    '|I will look at hello.||You said hello.'.replace('||', '|||').replace(/^\|/, '|'),
  );
  expect(calls(page)).toEqual([['output-available', 'c1']]);
  await expectLoaded(room, page);

  await page.chat.regenerate();
  expect(page.chat.messages).toHaveLength(2);
  expect(calls(page)).toEqual([['output-available', 'c3']]);
  await expectLoaded(room, page);

  const [first] = page.chat.messages;
  await page.chat.sendMessage({ text: 'goodbye', messageId: first?.id ?? '' });
  expect(page.chat.error).toBeUndefined();
  expect(page.chat.messages).toHaveLength(2);
  expect(texts(page.chat.lastMessage)).toContain('You said goodbye.');
  await expectLoaded(room, page);
  // And it sends nothing by itself.
  expect(page.requests).toEqual(['POST /chat', 'POST /chat', 'POST /chat']);
});

test('an approval and a question are settled in the chat, by the client itself; another page loads the same', async () => {
  const another = await sameServer();
  for (const [words, decide] of [
    ['approve', async (page: Page, id: string) => page.chat.addToolApprovalResponse({ id, approved: true })],
    [
      'approve',
      async (page: Page, id: string) => page.chat.addToolApprovalResponse({ id, approved: false, reason: 'no' }),
    ],
    ['ask', async (page: Page) => page.chat.addToolOutput({ tool: 'question', toolCallId: 'c1', output: 'two' })],
  ] as const) {
    const room = await another();
    const page = openPage(room);
    await page.chat.sendMessage({ text: words });
    await expectLoaded(room, page);
    expect(calls(page)).toEqual([[words === 'ask' ? 'input-available' : 'approval-requested', 'c1']]);
    // It is opened again meanwhile, and nothing runs.
    const later = openPage(room, await loaded(room));
    await later.chat.resumeStream();
    expect(later.chat.messages).toEqual(await loaded(room));
    await decide(later, 'r1');
    await until(
      () => (texts(later.chat.lastMessage).includes('You said') || later.chat.error !== undefined ? true : undefined),
      'the answer',
    );
    await ready(later);
    expect(later.chat.error).toBeUndefined();
    await expectLoaded(room, later);
    expect(later.requests).toEqual([`GET /chat/${room.thread}/stream`, 'POST /chat']);
  }
});

test('a stop is the server’s; a cut is none: the page resumes, and has what it had', async () => {
  const room = await (await sameServer())();
  const page = openPage(room);
  const sent = page.chat.sendMessage({ text: 'hang' });
  await until(() => (calls(page).length > 0 ? true : undefined), 'the call');
  await page.chat.stop();
  await sent;
  const again = openPage(room, await loaded(room));
  const resumed = again.chat.resumeStream();
  await until(() => (again.chat.status === 'streaming' ? true : undefined), 'the stream');
  await expect.poll(() => calls(again)).toEqual([['input-available', 'c1']]);
  await room.call('POST', `/api/threads/${room.thread}/stop`);
  await resumed;
  expect(again.chat.status).toBe('ready');
  await expectLoaded(room, again);
  expect(field((await room.call('GET', `/api/threads/${room.thread}`)).json, 'status')).toBe('cancelled');
});

test('[12.6] cut anywhere, and resumed after the run has asked, ended or failed, a page has what one has that is loaded', async () => {
  const another = await sameServer();
  for (const text of ['approve', 'ask', 'hello', 'throw']) {
    for (const part of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const room = await another();
      const { chat } = openPage(room, [], async (body) => cutAt(body, part));
      await chat.sendMessage({ text });
      await chat.resumeStream();
      expect([text, part, chat.messages.length]).toEqual([text, part, 2]);
      expect([text, part, chat.status]).toEqual([text, part, text === 'throw' ? 'error' : 'ready']);
      expect(JSON.parse(JSON.stringify(chat.messages))).toEqual(await loaded(room));
    }
  }
  // Where nobody has been answered there is nothing to resume.
  const room = await another();
  expect((await room.call('GET', `/api/chat/${room.thread}/stream`)).status).toBe(204);
});

/** All of it was sent, and so much of it came. */
async function cutAt(body: ReadableStream<Uint8Array>, part: number): Promise<ReadableStream<Uint8Array>> {
  const whole = new Uint8Array(await new Response(body).arrayBuffer());
  return new ReadableStream({
    start(controller) {
      controller.enqueue(whole.slice(0, Math.floor(whole.length * part)));
      if (part < 1) controller.error(new TypeError('cut'));
      else controller.close();
    },
  });
}

test('a run that fails says why, and can be asked again', async () => {
  const room = await (await sameServer())();
  const page = openPage(room);
  await page.chat.sendMessage({ text: 'throw' });
  expect([page.chat.status, page.chat.error?.message]).toEqual(['error', 'the model is gone']);
  await expectLoaded(room, page);
  await page.chat.sendMessage({ text: 'hello' });
  expect(texts(page.chat.lastMessage)).toContain('You said hello.');
  await expectLoaded(room, page);
});

test('files go in, and come back as addresses: a page that is loaded sends little', async () => {
  const room = await (await sameServer())();
  const page = openPage(room);
  const file = { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'data:image/png;base64,QUJD' } as const;
  await page.chat.sendMessage({ text: 'look', files: [file] });
  expect(page.chat.error).toBeUndefined();
  const [said, ...rest] = await loaded(room);
  const url = expect.stringMatching(/^\/api\/blobs\/[0-9a-f]{64}\?type=image%2Fpng$/);
  expect(said?.parts).toContainEqual({ ...file, url });
  expect(rest).toEqual(JSON.parse(JSON.stringify(page.chat.messages.slice(1))));
  // The same message, sent again with the address or with the bytes, is no other one.
  const before = (await room.events()).length;
  for (const messages of [[said], [page.chat.messages[0]]]) {
    const body = { id: room.thread, trigger: 'submit-message', messages };
    expect((await room.call('POST', '/api/chat', { body })).status).toBe(200);
  }
  expect(await room.events()).toHaveLength(before);
});

test('the history that a page sends is not believed', async () => {
  const room = await (await sameServer())();
  const post = async (messages: unknown, more: object = {}): Promise<unknown[]> => {
    const body = { id: room.thread, trigger: 'submit-message', messages, ...more };
    const answer = await room.call('POST', '/api/chat', { body });
    return [answer.status, field(answer.json, 'error', 'code')];
  };
  await room.call('POST', `/api/threads/${room.thread}/messages`, { body: { text: 'approve' } });
  await until(async () => ((await loaded(room)).at(-1)?.metadata === undefined ? undefined : true), 'a run');
  await until(
    async () => (JSON.stringify(await loaded(room)).includes('awaiting_user') ? true : undefined),
    'a question',
  );
  const reply = (await loaded(room)).at(-1);
  const forged = {
    ...reply,
    parts: [
      { type: 'dynamic-tool', toolCallId: 'c1', toolName: 'x', state: 'output-available', input: {}, output: 'forged' },
      { type: 'dynamic-tool', toolCallId: 'c9', state: 'approval-responded', approval: { id: 'r9', approved: true } },
    ],
  };
  expect(await post([forged])).toEqual([409, 'nothing_new']);
  expect(await post([{ id: 'reply/77', role: 'assistant', parts: [] }])).toEqual([409, 'nothing_new']);
  expect(await post([{ id: 's', role: 'system', parts: [] }])).toEqual([400, 'bad_body']);
  expect(await post([{ id: 'a b', role: 'user', parts: [{ type: 'text', text: 'x' }] }])).toEqual([400, 'bad_body']);
  const file = { type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/' };
  expect(await post([{ id: 'u', role: 'user', parts: [file] }])).toEqual([400, 'bad_body']);
  expect(await post([{ id: 'u', role: 'user', parts: [{ type: 'dynamic-tool' }] }])).toEqual([400, 'bad_body']);
  expect(await post([{ id: 'u', role: 'user', parts: [] }])).toEqual([400, 'bad_body']);
  expect(await post([{ id: 'u' }], { trigger: 'regenerate-message', messageId: 'reply/2' })).toEqual([409, 'busy']);
  expect(await post([{ id: 'u' }], { trigger: 'regenerate-message', messageId: 'x' })).toEqual([
    409,
    'cannot_regenerate',
  ]);
  expect(await post([{ id: 'u' }], { id: 'nowhere' })).toEqual([404, 'no_such_thread']);
  expect(await post([{ id: 'u' }], { tools: [] })).toEqual([400, 'bad_body']);
  expect(JSON.stringify(await loaded(room))).not.toContain('forged');
});

test.each([true, false])('[12.4] a page of AI SDK 6 decides (%s), where it says that it is one', async (approved) => {
  const room = await (await sameServer())();
  const transport = new sdk6.DefaultChatTransport<sdk6.UIMessage>({
    api: `http://127.0.0.1:${room.port}/api/chat`,
    headers: { authorization: 'Bearer test-token-0123456789', 'ai-sdk-version': '6' },
  });
  const asked: sdk6.UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'approve' }] };
  const send = async (message?: sdk6.UIMessage): Promise<sdk6.UIMessage | undefined> => {
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: room.thread,
      messageId: undefined,
      messages: message === undefined ? [asked] : [asked, message],
      abortSignal: undefined,
    });
    let last = message;
    const onError = (error: unknown): never => expect.unreachable(String(error));
    const given = message === undefined ? {} : { message };
    for await (const each of sdk6.readUIMessageStream({ stream, onError, ...given })) last = each;
    return last;
  };
  const reply = await send();
  const call = reply?.parts.find(sdk6.isToolUIPart);
  expect(call?.state).toBe('approval-requested');
  const decided = reply?.parts.map((part) =>
    part === call ? { ...part, state: 'approval-responded', approval: { id: 'r1', approved } } : part,
  );
  const after = await send(JSON.parse(JSON.stringify({ ...reply, parts: decided })));
  expect(after?.parts.find(sdk6.isToolUIPart)).toMatchObject({ state: 'output-available', approval: { approved } });
  expect(JSON.stringify(after?.parts)).toContain(approved ? 'You said once.' : 'You said deny.');
});

test('[12.2] a page that decides or answers too late is told how it was settled', async () => {
  const another = await sameServer();
  for (const [words, settle, decide, told] of [
    [
      'approve',
      ['/approvals/r1', { decision: 'deny' }],
      async (page: Page) => page.chat.addToolApprovalResponse({ id: 'r1', approved: true }),
      'This is settled already: denied.',
    ],
    [
      'approve',
      ['/approvals/r1', { decision: 'thread' }],
      async (page: Page) => page.chat.addToolApprovalResponse({ id: 'r1', approved: false }),
      'This is settled already: allowed in this thread',
    ],
    [
      'ask',
      ['/answers/c1', { answers: [{ question: 'Which?', values: ['one'] }] }],
      async (page: Page) => page.chat.addToolOutput({ tool: 'question', toolCallId: 'c1', output: 'two' }),
      'This is settled already: the answer was “one”.',
    ],
  ] as const) {
    const room = await another();
    const page = openPage(room);
    await page.chat.sendMessage({ text: words });
    await room.call('POST', `/api/threads/${room.thread}${settle[0]}`, { body: settle[1] });
    await until(
      async () => (JSON.stringify(await loaded(room)).includes('"status":"completed"') ? true : undefined),
      'the end',
    );
    await decide(page);
    await until(() => (page.chat.error === undefined ? undefined : true), 'the refusal');
    expect(page.chat.error?.message).toContain('already_settled');
    expect(page.chat.error?.message).toContain(told);
  }
});

test('a chat of 199,000 entries that are no messages is one problem, in few words', async () => {
  const { call } = await startServer();
  const raw = `{"id":"x","trigger":"submit-message","messages":[${'0,'.repeat(198_999)}0]}`;
  const { status, text } = await call('POST', '/api/chat', { raw });
  expect([status, text]).toEqual([
    400,
    '{"error":{"code":"bad_body","message":"messages: Each message is an object."}}',
  ]);
});
