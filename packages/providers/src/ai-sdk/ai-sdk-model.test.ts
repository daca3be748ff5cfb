import type { CompletionMessage, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { APICallError } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, test } from 'vitest';
import { call as calling, finish, playing, words } from '../../test/ai-sdk-versions.ts';
import { assistant, call, GO, result, signedBy, text, TOOLS, user } from '../../test/messages/parts.ts';
import { aiSdkModel } from './ai-sdk-model.ts';

async function ask(
  model: ReturnType<typeof aiSdkModel>,
  request: Partial<ModelRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream({ messages: [GO], tools: [], ...request }, signal)) events.push(event);
  return events;
}

test('a model of the SDK is a model: it calls our tools by their own names and leaves running them to us', async () => {
  const tools = [{ ...TOOLS[0]!, name: 'save file' }];
  const asked = playing([[finish('stop')]]);
  await ask(aiSdkModel(asked), { tools });
  const wire = asked.doStreamCalls[0]?.tools?.[0]?.name ?? '';
  expect(wire).toMatch(/^[A-Za-z0-9_-]+$/);
  const model = aiSdkModel(playing([[...words('t', 'So.'), ...calling('a', wire, '{ "n":1 }'), finish('tool-calls')]]));
  expect(model).toMatchObject({ provider: 'mock', api: 'ai-sdk', model: 'm' });
  const events = await ask(model, { tools });
  expect(events.slice(-2)).toMatchObject([
    { type: 'call', providerId: 'a', name: 'save file', arguments: '{ "n":1 }', runs: 'here' },
    { type: 'end', reason: 'tool_calls' },
  ]);
});

test('one request: system, messages, limit and options as the SDK has them; no retries, no steps of its own', async () => {
  const mock = playing([[finish('stop')], [finish('stop')]]);
  const system: CompletionMessage = { ...user(text('And kind.')), role: 'system' };
  const messages = [GO, assistant(text('Hm.'), call('a')), user(result('a')), system];
  await ask(aiSdkModel(mock), {
    system: 'Be brief.',
    messages,
    maxTokens: 99,
    options: { openai: { reasoningEffort: 'low' }, x: 1 },
    tools: TOOLS,
  });
  expect(mock.doStreamCalls).toHaveLength(1);
  expect(mock.doStreamCalls[0]).toMatchObject({
    maxOutputTokens: 99,
    providerOptions: { openai: { reasoningEffort: 'low' } },
  });
  expect(mock.doStreamCalls[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(mock.doStreamCalls[0]?.prompt[0]?.content).toBe('Be brief.\n\nAnd kind.');
});

test('a history that begins or ends with the assistant, or is empty, gets a marker turn', async () => {
  const rolesOf = async (...messages: CompletionMessage[]): Promise<string[] | undefined> => {
    const mock = playing([[finish('stop')]]);
    await ask(aiSdkModel(mock), { messages });
    return mock.doStreamCalls[0]?.prompt.map(({ role }) => role);
  };
  expect(await rolesOf()).toEqual(['user']);
  expect(await rolesOf(assistant(text('Hi.')))).toEqual(['user', 'assistant', 'user']);
});

test('its own signatures come back to it', async () => {
  const mock = playing([[finish('stop')]]);
  const own = signedBy({ provider: 'mock', api: 'ai-sdk', model: 'm' });
  const thought = {
    type: 'reasoning',
    text: 'Hm.',
    ...own({ metadata: { anthropic: { signature: 'sig' } } }),
  } as const;
  await ask(aiSdkModel(mock), { messages: [GO, assistant(thought, text('So.')), user(text('?'))] });
  expect(JSON.stringify(mock.doStreamCalls[0]?.prompt)).toContain('"signature":"sig"');
});

test('what the model throws, or is stopped in, is an end', async () => {
  const busy = new APICallError({
    message: 'busy',
    url: 'https://a.example',
    requestBodyValues: {},
    statusCode: 529,
    responseHeaders: { 'retry-after-ms': '7' },
    isRetryable: true,
  });
  const failing = new MockLanguageModelV4({ doStream: () => Promise.reject(busy) });
  expect(await ask(aiSdkModel(failing))).toMatchObject([
    { type: 'end', reason: 'error', error: { message: 'busy', retryable: true, retryAfterMs: 7 } },
  ]);
  // Retries are the loop's business.
  expect(failing.doStreamCalls).toHaveLength(1);
  const hanging = new MockLanguageModelV4({ doStream: () => new Promise(() => undefined) });
  const controller = new AbortController();
  const events = ask(aiSdkModel(hanging), {}, controller.signal);
  controller.abort();
  expect(await events).toEqual([{ type: 'end', reason: 'aborted' }]);
});
