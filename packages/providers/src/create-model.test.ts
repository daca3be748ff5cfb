import { expect, test } from 'vitest';
import { GO } from '../test/messages/parts.ts';
import { everyEvent, serveJson } from '../test/serve.ts';
import { createModel } from './create-model.ts';
import type { ModelProvider } from './create-model.ts';

const KNOWN: Readonly<Record<ModelProvider, readonly [provider: string, api: string, path: string]>> = {
  anthropic: ['anthropic', 'messages', '/v1/messages'],
  'openai-chat': ['openai', 'chat', '/chat/completions'],
  'openai-responses': ['openai', 'responses', '/responses'],
  gemini: ['gemini', 'generateContent', '/v1beta/models/m:streamGenerateContent?alt=sse'],
};

test.each(Object.keys(KNOWN) as ModelProvider[])('%s is made by name and asks its own address', async (provider) => {
  await using server = await serveJson(401, { error: { message: 'Who are you?', code: 401 } });
  const model = createModel({ provider, model: 'm', apiKey: 'k', baseURL: server.url, contextTokens: 1000 });
  const [name, api, path] = KNOWN[provider];
  expect(model).toMatchObject({ provider: name, api, model: 'm', contextTokens: 1000 });
  const events = await everyEvent(model.stream({ messages: [GO], tools: [] }, new AbortController().signal));
  expect(events).toMatchObject([{ type: 'end', reason: 'error', error: { retryable: false } }]);
  expect(server.asked.map((asked) => asked.path)).toEqual([path]);
});

test.each(['{"provider":"openai","model":"x"}', '{}', '{"provider":"toString"}', '{"provider":null}'])(
  'a provider that is none is refused, and the four are named: %s',
  (json) => {
    const options: never = JSON.parse(json) as never;
    expect(() => createModel(options)).toThrow(
      /^createModel knows no provider .*: give anthropic, openai-chat, openai-responses or gemini\.$/,
    );
  },
);
