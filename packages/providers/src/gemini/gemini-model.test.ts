import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { finish, say } from '../../test/frames/gemini-frames.ts';
import { GO, TOOLS } from '../../test/messages/parts.ts';
import { everyEvent, serve, serveJson, sse } from '../../test/serve.ts';
import type { Served } from '../../test/serve.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { encode } from './encode/encode.ts';
import { geminiModel } from './gemini-model.ts';

const REQUEST = { messages: [GO], tools: TOOLS, system: 'Be brief.', maxTokens: 50, options: { labels: { a: 'b' } } };

function ask(server: Served, headers: TransportOptions['headers'] = {}): Promise<ModelEvent[]> {
  const model = geminiModel({ model: 'gemini-3-pro', apiKey: 'my-own-key', baseURL: server.url, headers });
  return everyEvent(model.stream(REQUEST, new AbortController().signal));
}

test('the body goes out as it was encoded, and the raw chunks come back as model events', async () => {
  const parts = [
    { text: '', thoughtSignature: 'eA==' },
    { functionCall: { name: 'save', args: { a: 1 } } },
    { novelty: { kept: true } },
  ];
  await using server = await serve((response) => sse(response, [say({ text: 'Hi' }), finish('STOP', ...parts)]));
  const events = await ask(server, { 'x-extra': 'yes' });
  expect(server.asked[0]?.path).toBe('/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse');
  expect(server.asked[0]?.headers).toMatchObject({ 'x-goog-api-key': 'my-own-key', 'x-extra': 'yes' });
  expect(server.asked[0]?.body).toEqual(JSON.parse(JSON.stringify(encode({ ...REQUEST, model: 'gemini-3-pro' }))));
  expect(events.map(({ type }) => type)).toEqual(['text.delta', 'part', 'part', 'input.delta', 'part', 'call', 'end']);
  expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
});

test('a refusal to answer says when to try again, in its header or in its body', async () => {
  const body = {
    error: {
      code: 429,
      message: 'Slow down.',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3.5s' }],
    },
  };
  await using plain = await serveJson(429, body);
  await using headed = await serveJson(429, body, { 'retry-after': '7' });
  const error = { message: 'Slow down.', code: 'RESOURCE_EXHAUSTED', retryable: true };
  expect(await ask(plain)).toEqual([{ type: 'end', reason: 'error', error: { ...error, retryAfterMs: 3500 } }]);
  expect(await ask(headed)).toEqual([{ type: 'end', reason: 'error', error: { ...error, retryAfterMs: 7000 } }]);
  expect(plain.asked).toHaveLength(1);
});

test('too long is overflow; what is no JSON is still an end', async () => {
  const message = 'The input token count (9) exceeds the maximum number of tokens allowed (8).';
  await using long = await serveJson(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
  expect(await ask(long)).toMatchObject([{ reason: 'overflow' }]);
  await using html = await serve((response) => response.writeHead(502).end('<html>Bad Gateway</html>'));
  expect(await ask(html)).toMatchObject([{ reason: 'error', error: { retryable: true } }]);
});

test('without a key nothing is sent: it is an error that another try will not mend', async () => {
  const kept = { gemini: process.env['GEMINI_API_KEY'], google: process.env['GOOGLE_API_KEY'] };
  delete process.env['GEMINI_API_KEY'];
  delete process.env['GOOGLE_API_KEY'];
  const events = await everyEvent(geminiModel({ model: 'm' }).stream(REQUEST, new AbortController().signal));
  expect(events).toMatchObject([
    {
      reason: 'error',
      error: { message: expect.stringContaining('Set GEMINI_API_KEY'), code: 'authentication_error', retryable: false },
    },
  ]);
  if (kept.gemini !== undefined) process.env['GEMINI_API_KEY'] = kept.gemini;
  if (kept.google !== undefined) process.env['GOOGLE_API_KEY'] = kept.google;
});
