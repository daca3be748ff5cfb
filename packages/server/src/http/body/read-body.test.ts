import { expect, test, vi } from 'vitest';
import { tokenRow } from '@toolthread/server';
import { type Answer, newThread, startServer, type Started, TOKEN, untilStatus } from '../../../test/start-server.ts';

const READER = 'a-token-to-read-with-0123456789';
const wide = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`;

/** The longest text that anybody parsed or searched as JSON while the work was done. */
async function longestParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return parse.mock.calls.reduce((longest, [text]) => Math.max(longest, text.length), 0);
  } finally {
    parse.mockRestore();
  }
}

/** Every route that takes a body, with a thread and a request that are there. */
async function writing(started: Started): Promise<string[][]> {
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'approve' } });
  await untilStatus(started, thread, 'awaiting_user');
  const routes = started.server.routes.filter(({ method }) => method === 'POST' || method === 'PUT');
  return routes.map(({ method, path }) => [method, path.replace(':id', thread).replace(/:\w+/g, '2')]);
}

function mostBytes(path: string): number {
  if (isMessage(path)) return 10_000_000;
  if (isSettlement(path)) return 2_000_000;
  // A password may be long.
  return isPolicy(path) ? 200_000 : path.endsWith('/sign-in') ? 8000 : 4000;
}

const isMessage = (path: string): boolean => /\/(?:messages(\/\d+(\/again)?)?|events|chat|ag-ui|sessions)$/.test(path);
const isPolicy = (path: string): boolean => path.endsWith('/policy');
const isSettlement = (path: string): boolean => /\/(answers|approvals)\//.test(path);

test('[A2 5] a body is no longer than its route needs: the rest is refused unread, on every route', async () => {
  const started = await startServer();
  const routes = await writing(started);
  expect(routes.length).toBeGreaterThan(8);
  for (const [method = '', path = ''] of routes) {
    if (path.endsWith('/stop')) continue;
    const most = mostBytes(path);
    const raw = `{"x":"${'x'.repeat(most)}"}`;
    const { status, text } = await started.call(method, path, { raw });
    expect([path, status, text.includes('too_large')]).toEqual([path, 413, true]);
  }
});

test('[A2 5] a stop takes no body, and none that is sent keeps it from stopping', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'approve' } });
  await untilStatus(started, thread, 'awaiting_user');
  const work = async (): Promise<void> => {
    const { status, json } = await started.call('POST', `/api/threads/${thread}/stop`, { raw: wide(400_000) });
    expect([status, json]).toMatchObject([200, { stopping: true }]);
  };
  expect(await longestParsed(work)).toBeLessThan(100_000);
});

const MONSTERS: readonly (readonly [string, string, string])[] = [
  ['keys that nobody knows', wide(400_000), 'more than 10000 values'],
  ['lists in lists', `{"text":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'nested deeper than 200'],
  ['objects in objects', `{"text":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 'nested deeper than 200'],
  ['parts that are none', `{"parts":[${'{"a":1},'.repeat(100_000)}{}]}`, 'more than 10000 values'],
  ['mentions of nobody', `{"text":"x","mentions":[${'"",'.repeat(100_000)}""]}`, 'more than 10000 values'],
  ['brackets that are never closed', '['.repeat(900_000), 'nested deeper than 200'],
];

test.each(MONSTERS)('[A2 5] a message of %s is not parsed, and is refused in few words', async (_, raw, why) => {
  const started = await startServer();
  const thread = await newThread(started);
  for (const [method, path] of [
    ['POST', `/api/threads/${thread}/messages`],
    ['PUT', `/api/threads/${thread}/messages/2`],
    ['POST', `/api/threads/${thread}/approvals/a-x`],
    ['POST', `/api/threads/${thread}/answers/x`],
  ] as const) {
    let answer: Answer | undefined;
    const longest = await longestParsed(async () => (answer = await started.call(method, path, { raw })));
    expect([path, answer?.status]).toEqual([path, raw.length > 1_500_000 && !isMessage(path) ? 413 : 400]);
    if (answer?.status === 400) expect(answer.text).toContain(why);
    expect(answer?.text.length).toBeLessThan(3000);
    expect(longest).toBeLessThan(100_000);
  }
});

test.each([
  ['of one message', { messages: [JSON.parse(wide(50_000))] }],
  ['of what a message carries', { messages: [{ id: 'm', role: 'user', metadata: JSON.parse(wide(50_000)) }] }],
  ['of the chat itself', { messages: [{}], ...JSON.parse(wide(50_000)) }],
  ['of many', { messages: Array.from({ length: 11 }, (_, n) => JSON.parse(wide(1000).replaceAll('":', `${n}":`))) }],
])('[A5 chat] a chat with more different keys than anybody needs is not parsed: %s', async (_, body) => {
  const started = await startServer();
  let answer: Answer | undefined;
  const raw = JSON.stringify(body);
  const work = async (): Promise<unknown> => (answer = await started.call('POST', '/api/chat', { raw }));
  expect(await longestParsed(work)).toBeLessThan(10_000);
  expect([answer?.status, answer?.text]).toEqual([400, expect.stringContaining('more than 10000 different keys')]);
});

test('[M3] a long chat is parsed a little at a time', async () => {
  const started = await startServer();
  const messages = Array.from({ length: 90_000 }, (_, n) => ({ [`name${n % 9000}`]: n }));
  const raw = JSON.stringify({ id: await newThread(started), trigger: 'submit-message', messages });
  let answer: Answer | undefined;
  const work = async (): Promise<unknown> => (answer = await started.call('POST', '/api/chat', { raw }));
  expect(await longestParsed(work)).toBeLessThan(60_000);
  expect(answer?.text).toContain('neither the person’s nor the assistant’s');
});

test('[A2 5] who may only read sends nothing that is worth a thought', async () => {
  const started = await startServer({
    token: () => [tokenRow('owner', TOKEN), tokenRow('r', READER, { may: 'read' })],
  });
  for (const raw of [wide(700_000), wide(5000), `{"a":"${'\\"'.repeat(4_000_000)}"}`, '['.repeat(4_900_000)]) {
    let answer: Answer | undefined;
    const work = async (): Promise<unknown> =>
      (answer = await started.call('POST', '/api/session', { token: READER, raw }));
    expect(await longestParsed(work)).toBeLessThan(3000);
    expect(answer?.status).toBe(413);
    expect(answer?.text.length).toBeLessThan(3000);
  }
  expect((await started.call('POST', '/api/session', { token: READER, raw: '' })).status).toBe(200);
  expect((await started.call('POST', '/api/session', { token: READER, raw: '{ }' })).status).toBe(200);
});

test('[A2 5] edited arguments that come as a text are bounded before they are parsed', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'approve' } });
  await untilStatus(started, thread, 'awaiting_user');
  const { text } = await started.call('GET', `/api/threads/${thread}/events?limit=1000`);
  const [, request = ''] = /"type":"request.opened".*?"request":"([^"]+)"|"request":"([^"]+)"/.exec(text) ?? [];
  for (const monster of [wide(80_000), '['.repeat(700_000), `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`]) {
    const answer = await started.call('POST', `/api/threads/${thread}/approvals/${request}`, {
      body: { decision: 'edit', arguments: monster },
    });
    expect([answer.status, answer.text.includes('bad_arguments')]).toEqual([400, true]);
    expect(answer.text.length).toBeLessThan(3000);
  }
  expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ status: 'awaiting_user' });
});

test('[A2 5] what does not fit is told in few words, however much of it there is', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const { status, text } = await started.call('POST', `/api/threads/${thread}/messages`, { raw: wide(9000) });
  expect([status, text.includes('bad_body')]).toEqual([400, true]);
  expect(text.length).toBeLessThan(3000);
});

test('[A2 5] a message with a hundred pictures, nearly ten megabytes in all, is taken', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const source = { kind: 'base64', data: 'QUJD'.repeat(24_000) };
  const parts = Array.from({ length: 100 }, (_, i) => ({
    type: 'image',
    media_type: 'image/png',
    source,
    name: `${i}`,
  }));
  expect((await started.call('POST', `/api/threads/${thread}/messages`, { body: { parts } })).status).toBe(201);
});

test.each(['1e999', '1234567890123456789', '0.12345678901234567890', '-1e-999'])(
  '[A10 12] a number is no text, however many digits it has: %s',
  async (number) => {
    const started = await startServer();
    const thread = await newThread(started);
    const bodies: readonly (readonly [method: string, path: string, raw: string])[] = [
      ['POST', '/api/threads', `{"title":${number}}`],
      ['POST', `/api/threads/${thread}/messages`, `{"text":${number}}`],
      ['POST', `/api/threads/${thread}/messages`, `{"parts":[{"type":"text","text":${number}}]}`],
      ['POST', `/api/threads/${thread}/messages`, `{"text":"x","client_id":${number}}`],
      ['POST', `/api/threads/${thread}/title`, `{"title":${number}}`],
    ];
    for (const [method, path, raw] of bodies) {
      const { status, text } = await started.call(method, path, { raw });
      expect([path, status, text.includes('bad_body')]).toEqual([path, 400, true]);
    }
    const written = await started.call('POST', `/api/threads/${thread}/messages`, { raw: `{"text":"${number}"}` });
    expect(written.status).toBe(201);
  },
);
