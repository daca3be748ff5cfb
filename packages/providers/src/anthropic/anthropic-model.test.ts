import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { begin, call, stop, words } from '../../test/frames/anthropic-frames.ts';
import { GO, TOOLS } from '../../test/messages/parts.ts';
import { everyEvent, serve, serveJson, sse } from '../../test/serve.ts';
import type { Served } from '../../test/serve.ts';
import type { TransportOptions } from '../wire/transport/transport-options.ts';
import { encode } from './encode/encode.ts';
import { anthropicModel } from './anthropic-model.ts';

const REQUEST = { messages: [GO], tools: TOOLS, system: 'Be brief.', maxTokens: 50 };

function ask(server: Served, headers: TransportOptions['headers'] = {}): Promise<ModelEvent[]> {
  const model = anthropicModel({ model: 'claude-opus-4-7', apiKey: 'my-own-key', baseURL: server.url, headers });
  return everyEvent(model.stream(REQUEST, new AbortController().signal));
}

test('the body goes out as it was encoded, and the raw events come back as model events', async () => {
  await using server = await serve((response) =>
    sse(response, [
      begin,
      { type: 'ping' },
      ...words(0, 'Hi'),
      ...call(1, 'toolu_1', '{ "a": 1 }'),
      ...stop('tool_use'),
    ]),
  );
  const events = await ask(server, { 'anthropic-beta': 'x-2026' });
  expect(server.asked[0]).toMatchObject({ path: '/v1/messages', headers: { 'anthropic-beta': 'x-2026' } });
  expect(server.asked[0]?.body).toEqual(JSON.parse(JSON.stringify(encode({ ...REQUEST, model: 'claude-opus-4-7' }))));
  expect(events).toContainEqual({
    type: 'call',
    part: 1,
    providerId: 'toolu_1',
    name: 'save',
    arguments: '{ "a": 1 }',
    runs: 'here',
  });
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'tool_calls' });
});

test('a refusal to answer is an end that says when to try again; the client itself does not try', async () => {
  const body = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } };
  await using server = await serveJson(429, body, { 'retry-after': '7' });
  expect(await ask(server)).toEqual([
    {
      type: 'end',
      reason: 'error',
      error: { message: 'Slow down.', code: 'rate_limit_error', retryable: true, retryAfterMs: 7000 },
    },
  ]);
  expect(server.asked).toHaveLength(1);
});

test('too long is overflow', async () => {
  const error = { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' };
  await using server = await serveJson(400, { type: 'error', error });
  expect(await ask(server)).toMatchObject([{ reason: 'overflow', error: { retryable: false } }]);
});

test('an error inside a 200 is an end, too, and no call was made', async () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  await using server = await serve((response) => sse(response, [begin, ...call(0, 'toolu_1', '{}'), error]));
  const events = await ask(server);
  expect(events.at(-1)).toMatchObject({ reason: 'error', error: { message: 'Overloaded', retryable: true } });
  expect(events.filter(({ type }) => type === 'call')).toEqual([]);
});
