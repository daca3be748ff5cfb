import { expect, test } from 'vitest';
import { stubWith } from './stub-with.ts';
import type { Provider, Stub, Turn } from './index.ts';

const HELLO: Turn = { say: [{ type: 'text', text: 'Hello 🌍' }] };
const CALL: Turn = { say: [{ type: 'call', name: 'look', arguments: '{"where": "here"}' }] };

const ADDRESS: { readonly [provider in Provider]: string } = {
  anthropic: '/v1/messages',
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  gemini: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
};
const BODY: { readonly [provider in Provider]: object } = {
  anthropic: { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  'openai-chat': { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] },
  'openai-responses': { model: 'm', stream: true, input: 'hi' },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
};
const PROVIDERS: readonly Provider[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];

function post(
  stub: Stub,
  provider: Provider,
  body: object = BODY[provider],
  more: RequestInit = {},
): Promise<Response> {
  return fetch(`${stub.url(provider)}${ADDRESS[provider]}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer k',
      'x-goog-api-key': 'k',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify(body),
    ...more,
  });
}

test.each(PROVIDERS)('%s: the same bytes, however they are cut and whatever ends a line', async (provider) => {
  const stub = await stubWith([
    HELLO,
    { ...HELLO, delivery: { seed: 3 } },
    { ...HELLO, delivery: { seed: 4, lineEnds: 'mixed', pings: true } },
  ]);
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) texts.push(await (await post(stub, provider)).text());
  const words = texts.map((text) => {
    const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data: {') && !line.includes('"ping"'));
    return lines
      .flatMap((line) => [...line.matchAll(/"(?:text|delta|content)":"((?:[^"\\]|\\.)*)"/g)].map(([, said]) => said))
      .join('');
  });
  for (const said of words) expect(said).toContain('🌍');
  expect(texts[2]).toMatch(/\r\n/);
  expect(stub.journal.entries.map(({ status, ended }) => [status, ended])).toEqual(Array(3).fill([200, 'whole']));
});

test('a raw body is delivered byte for byte', async () => {
  const raw = 'event: ping\ndata: {"type":"ping"}\n\ndata: {"text":"ü🌍"}\n\n';
  const stub = await stubWith([
    { raw, delivery: { seed: 1 } },
    { raw: Buffer.from(raw), delivery: { seed: 2, delayMs: 1 } },
  ]);
  expect(await (await post(stub, 'anthropic')).text()).toBe(raw);
  expect(await (await post(stub, 'anthropic')).text()).toBe(raw);
});

test('a bad request is refused in the shape and the words of the provider, and journalled', async () => {
  const stub = await stubWith([]);
  const anthropic = await post(stub, 'anthropic', { model: 'm', max_tokens: 9, messages: [] });
  expect([anthropic.status, await anthropic.json()]).toEqual([
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages: at least one message is required' },
      request_id: 'req_stub',
    },
  ]);
  const chat = await post(stub, 'openai-chat', {
    model: 'm',
    messages: [{ role: 'tool', tool_call_id: 'a', content: '' }],
  });
  expect(await chat.json()).toMatchObject({
    error: { type: 'invalid_request_error', param: 'messages.[0].role', code: null },
  });
  const gemini = await post(stub, 'gemini', { contents: [] });
  expect(await gemini.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  const responses = await post(stub, 'openai-responses', {
    model: 'm',
    store: false,
    input: [{ type: 'item_reference', id: 'x' }],
  });
  expect(responses.status).toBe(404);
  expect(stub.journal.refused.map(({ rule }) => rule)).toEqual([
    'messages',
    'result-unasked',
    'contents',
    'not-stored',
  ]);
});

test.each(PROVIDERS)('%s: no key, no answer', async (provider) => {
  const stub = await stubWith([HELLO]);
  const answer = await post(stub, provider, BODY[provider], { headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(401);
  expect(stub.left).toBe(1);
});

test('turns are matched by the results that were seen, and by their number', async () => {
  const stub = await stubWith([
    { say: [{ type: 'text', text: 'it failed' }], when: { results: ['ENOENT'] } },
    { say: [{ type: 'text', text: 'second' }], when: { turn: 1 } },
    { say: [{ type: 'text', text: 'first' }] },
  ]);
  const ask = async (...content: readonly object[]): Promise<string> => {
    const messages = [
      { role: 'user', content: 'hi' },
      ...(content.length === 0
        ? []
        : [
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
            { role: 'user', content },
          ]),
    ];
    const tools = [{ name: 'look', input_schema: { type: 'object' } }];
    return (await post(stub, 'anthropic', { model: 'm', max_tokens: 9, messages, tools })).text();
  };
  expect(await ask()).toContain('first');
  expect(await ask({ type: 'tool_result', tool_use_id: 'a', content: 'ENOENT: no such file' })).toContain('it failed');
  expect(await ask()).toContain('No turn of the script fits');
  stub.script([HELLO, { say: [{ type: 'text', text: 'second' }], when: { turn: 1 } }]);
  expect(await ask()).toContain('Hello');
  expect(await ask()).toContain('second');
});

test.each(PROVIDERS)('%s: faults', async (provider) => {
  const stub = await stubWith([
    { fault: { kind: 'rate-limit', retryAfterSeconds: 7 } },
    { fault: { kind: 'overloaded' } },
    { ...HELLO, fault: { kind: 'error-event', afterFrames: 2 } },
    { ...CALL, fault: { kind: 'drop' } },
    { ...CALL, fault: { kind: 'no-finish' } },
    { ...CALL, fault: { kind: 'hang', afterFrames: 1 } },
  ]);
  const limited = await post(stub, provider);
  expect(limited.status).toBe(429);
  if (provider === 'gemini') expect(await limited.text()).toContain('"retryDelay":"7s"');
  else expect(limited.headers.get('retry-after')).toBe('7');
  expect((await post(stub, provider)).status).toBe(provider === 'anthropic' ? 529 : 503);
  expect(await (await post(stub, provider)).text()).toMatch(/overloaded|error/);
  await expect(post(stub, provider).then((answer) => answer.text())).rejects.toThrow(/./);
  expect(await (await post(stub, provider)).text()).not.toMatch(/message_stop|DONE|response\.completed|finishReason/);
  const abort = new AbortController();
  const hanging = await post(stub, provider, BODY[provider], { signal: abort.signal });
  const reader = hanging.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  abort.abort();
  await expect(reader?.read()).rejects.toThrow(/./);
  await expect.poll(() => stub.journal.entries.at(-1)?.ended).toBe('aborted');
  expect(stub.journal.entries.map(({ ended }) => ended)).toEqual([
    'whole',
    'whole',
    'whole',
    'cut',
    'whole',
    'aborted',
  ]);
});

test.each(PROVIDERS)('%s: too long is refused in its words, or passed over in silence', async (provider) => {
  const strict = await stubWith([HELLO], { contextTokens: 3 });
  const answer = await post(strict, provider);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(/too long|maximum context length|exceeds the (context window|maximum)/);
  const silent = await stubWith([HELLO], { contextTokens: 3, overflow: 'silent' });
  const words = await (await post(silent, provider)).text();
  expect(Number(/"(?:input_tokens|prompt_tokens|promptTokenCount)":(\d+)/.exec(words)?.[1])).toBeGreaterThan(3);
});

test('tokens are counted by the same measure', async () => {
  const stub = await stubWith([]);
  const { stream: _stream, max_tokens: _limit, ...body } = { stream: 0, max_tokens: 0, ...BODY.anthropic };
  const headers = {
    'content-type': 'application/json',
    'x-api-key': 'k',
    'anthropic-version': '2023-06-01',
    'x-goog-api-key': 'k',
    authorization: 'k',
  };
  const count = async (url: string, asked: object): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) })).json();
  expect(await count(`${stub.url('anthropic')}/v1/messages/count_tokens`, body)).toEqual({
    input_tokens: Math.ceil(JSON.stringify(body).length / 4),
  });
  expect(await count(`${stub.url('gemini')}/v1beta/models/g:countTokens`, BODY.gemini)).toHaveProperty('totalTokens');
  expect(
    await count(`${stub.url('openai-responses')}/responses/input_tokens`, { model: 'm', input: 'hi' }),
  ).toHaveProperty('input_tokens');
});

test('without a stream the whole answer is one object', async () => {
  const stub = await stubWith([CALL, CALL, CALL, CALL]);
  const whole = async (provider: Provider): Promise<string> =>
    (await post(stub, provider, { ...BODY[provider], stream: false })).text();
  expect(await whole('anthropic')).toContain('"stop_reason":"tool_use"');
  expect(await whole('openai-chat')).toContain('"finish_reason":"tool_calls"');
  expect(await whole('openai-responses')).toContain('"status":"completed"');
  const gemini = await fetch(`${stub.url('gemini')}/v1beta/models/g:generateContent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'k' },
    body: JSON.stringify(BODY.gemini),
  });
  expect(await gemini.text()).toContain('"finishReason":"STOP"');
});
