import type { Model, ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { chunk, finish, usage } from '../../test/frames/chat-frames.ts';
import { GO } from '../../test/messages/parts.ts';
import { completed, created, words } from '../../test/frames/responses-frames.ts';
import { everyEvent, serve } from '../../test/serve.ts';
import type { Served } from '../../test/serve.ts';
import { openaiResponsesModel } from '../openai-responses/index.ts';
import type { DebugEntry } from '../wire/transport/debug-log.ts';
import { openaiChatModel } from './openai-chat-model.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

const answering = ({ status = 200, headers, body }: Answer): Promise<Served> =>
  serve((response) => response.writeHead(status, { 'content-type': 'text/event-stream', ...headers }).end(body));

const sse = (frames: readonly unknown[]): string =>
  frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
const refusal = (status: number, error: object, headers = {}): Answer => {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ error }) };
};

const ask = (model: Model): Promise<ModelEvent[]> =>
  everyEvent(model.stream({ messages: [GO], tools: [] }, new AbortController().signal));

const KEY = 'sk-very-secret-key-0123456789';

test('one streaming request to the address given, with the key and the headers given', async () => {
  const body = `${sse([chunk({ content: 'Hi.' }), finish('stop'), usage])}data: [DONE]\n\n`;
  await using server = await answering({ body });
  const model = openaiChatModel({
    model: 'deepseek-chat',
    compat: 'deepseek',
    baseURL: `${server.url}/v1`,
    apiKey: KEY,
    headers: { 'x-team': 'loom' },
  });
  expect(model).toMatchObject({ provider: 'deepseek', api: 'chat', model: 'deepseek-chat' });
  expect((await ask(model)).at(-1)).toMatchObject({ type: 'end', reason: 'stop', usage: { output_tokens: 7 } });
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}`, 'x-team': 'loom' },
    body: { model: 'deepseek-chat', stream: true },
  });
});

test('a server of one’s own needs no key, and any name will do for it', async () => {
  await using server = await answering({ body: sse([chunk({ content: 'Hi.' }, 'stop')]) });
  const model = openaiChatModel({ model: 'qwen', compat: 'compatible', provider: 'ollama', baseURL: server.url });
  expect(model.provider).toBe('ollama');
  expect((await ask(model)).at(-1)).toMatchObject({ reason: 'stop' });
});

test('a server is known by its host, and by nothing that only looks like it', () => {
  const providerAt = (baseURL: string): string => openaiChatModel({ model: 'm', baseURL }).provider;
  expect(
    ['https://api.deepseek.com', 'https://api.mistral.ai/v1', 'https://openrouter.ai/api/v1'].map(providerAt),
  ).toEqual(['deepseek', 'mistral', 'compatible']);
  expect(
    ['http://127.0.0.1:1/v1', 'https://notmistral.ai', 'https://mistral.ai.evil.example', 'no address'].map(providerAt),
  ).toEqual(['openai', 'openai', 'openai', 'openai']);
});

test('the log sees the request, the frames and the failures, and never a secret', async () => {
  const log: DebugEntry[] = [];
  await using server = await answering({ body: sse([chunk({ content: `your key is ${KEY}` }, 'stop')]) });
  await using failing = await answering(refusal(401, { message: `Incorrect API key provided: ${KEY}` }));
  for (const { url: baseURL } of [server, failing]) {
    await ask(openaiChatModel({ model: 'm', baseURL, apiKey: KEY, log: (entry) => log.push(entry) }));
  }
  expect(log.map(({ kind }) => kind)).toEqual(['request', 'frame', 'end', 'request', 'failure', 'end']);
  const [first, , , second] = log.map(({ request }) => request);
  expect(second).toBe(first! + 1);
  expect(JSON.stringify(log)).not.toContain(KEY);
});

const REFUSALS: readonly (readonly [string, Answer, object])[] = [
  [
    'a limit that passes',
    refusal(429, { message: 'slow', code: 'rate_limit_exceeded' }, { 'retry-after': '2' }),
    { retryable: true, retryAfterMs: 2000 },
  ],
  [
    'a finer one',
    refusal(429, { message: 'slow' }, { 'retry-after-ms': '150' }),
    { retryable: true, retryAfterMs: 150 },
  ],
  [
    'an empty purse',
    refusal(429, { message: 'quota', code: 'insufficient_quota' }),
    { retryable: false, code: 'insufficient_quota' },
  ],
  ['an overloaded server', refusal(503, { message: 'busy' }), { retryable: true }],
  [
    'a wrong key',
    refusal(401, { message: 'key', code: 'invalid_api_key' }),
    { retryable: false, code: 'invalid_api_key' },
  ],
];

test.each(REFUSALS)(
  'what the server refuses is an end that says whether to try again: %s',
  async (_name, answer, error) => {
    await using server = await answering(answer);
    const baseURL = server.url;
    for (const model of [openaiChatModel({ model: 'm', baseURL }), openaiResponsesModel({ model: 'm', baseURL })]) {
      expect(await ask(model)).toMatchObject([{ type: 'end', reason: 'error', error }]);
    }
    expect(server.asked).toHaveLength(2);
  },
);

test('[bug 33] a request that is too long is an overflow, whatever the server calls it', async () => {
  for (const answer of [
    refusal(400, { message: 'too long', code: 'context_length_exceeded' }),
    refusal(400, { message: "This model's maximum context length is 8192 tokens." }),
    refusal(413, { message: 'Payload Too Large' }),
  ]) {
    await using server = await answering(answer);
    expect(await ask(openaiChatModel({ model: 'm', baseURL: server.url }))).toMatchObject([
      { reason: 'overflow', error: { retryable: false } },
    ]);
  }
});

test('[bug 53] [bug 54] an error event inside a stream, mixed line ends, and a line that is no JSON: always one end', async () => {
  const hello = sse([created, ...words(0, ['Hi.'])]);
  const overloaded = 'event: error\ndata: {"type":"error","code":"server_error","message":"oops","param":null}\n\n';
  const bodies: readonly (readonly [string, object])[] = [
    [hello + overloaded, { reason: 'error', error: { code: 'server_error', retryable: true } }],
    [(hello + sse([completed()])).replaceAll('\n\n', '\r\n\r\n').replace('\r\n\r\n', '\n\n'), { reason: 'stop' }],
    [`${hello}data: {"type":\n\n`, { reason: 'error' }],
    ['', { reason: 'error', error: { code: 'incomplete_stream' } }],
  ];
  for (const [body, end] of bodies) {
    await using server = await answering({ body });
    const events = await ask(openaiResponsesModel({ model: 'm', baseURL: `${server.url}/v1` }));
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject(end);
    expect(server.asked[0]?.path).toBe('/v1/responses');
  }
});
