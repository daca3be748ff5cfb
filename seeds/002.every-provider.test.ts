/** Seed 002, and the last sentence of 004, for every provider: no placeholder in the place of a call, and no filler in that of a message. */
import { completionMessage, ContextManager } from '@toolthread/core/context';
import type { CompletionPart } from '@toolthread/core/context';
import { stubWith } from '@toolthread/provider-stub';
import { createModel } from '@toolthread/providers';
import type { ModelProvider } from '@toolthread/providers';
import { describe, expect, test } from 'vitest';
import { requestBodies } from './stage/request-bodies.ts';

const LIST_FILES = { id: 'call_1', name: 'list_files', parameters: {} };

describe.each(Object.entries(requestBodies))('%s', (_, bodyOf) => {
  test('[002] [004] what another provider ran is a call with its result', () => {
    const searched: CompletionPart[] = [
      { type: 'call', id: 'srv_1', name: 'web_search', arguments: '{"q":"kiln"}', runs: 'provider' },
      {
        type: 'result',
        callId: 'srv_1',
        name: 'web_search',
        parts: [{ type: 'text', text: 'Kilns are hot.' }],
        isError: false,
        runs: 'provider',
      },
      { type: 'text', text: 'They are hot.' },
    ];
    const asked = completionMessage('user', [{ type: 'text', text: 'Hot?' }], 'user');
    const body = JSON.stringify(bodyOf([asked, completionMessage('assistant', searched, 'assistant'), asked]));
    expect(body).not.toContain('ran with');
    for (const words of ['web_search', 'kiln', 'Kilns are hot.', 'They are hot.']) expect(body).toContain(words);
  });

  test('[002] edge case, empty content: nothing stands in its place', async () => {
    const context = new ContextManager();
    context.addUserMessage('What is this?');
    await context.flushUserBuffer();
    context.addAssistantMessageWithTools('', [LIST_FILES]);
    context.addToolResult('call_1', 'file1.go', false);
    context.addUserMessage('');
    await context.flushUserBuffer();
    const before = JSON.stringify(bodyOf(context.messages));
    context.addUserMessage('');
    await context.flushUserBuffer();
    expect(JSON.stringify(bodyOf(context.messages))).toBe(before);
    expect(before).not.toContain('Continue.');
  });
});

describe('Testing Strategy and Validation', () => {
  const PROVIDERS: readonly ModelProvider[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];

  test.each(PROVIDERS)(
    '[002] no alternation error from an API that is strict, payloads logged: %s',
    async (provider) => {
      const stub = await stubWith([{ say: [{ type: 'text', text: 'A parser.' }] }]);
      const log: string[] = [];
      const model = createModel({
        provider,
        model: provider === 'gemini' ? 'gemini-3-pro' : 'gpt-5.5',
        apiKey: 'my-own-key',
        baseURL: stub.url(provider),
        log: ({ kind, payload }) => log.push(`${kind} ${payload}`),
      });
      const context = new ContextManager();
      context.addToolResult('stray', 'early', false);
      context.addUserMessage('Read both.');
      await context.flushUserBuffer();
      context.addAssistantMessage('First answer.');
      context.addAssistantMessageWithTools('', [LIST_FILES, { ...LIST_FILES, id: 'call_2', name: 'read_file' }]);
      context.addToolResult('call_2', 'package main', false);
      context.addToolResult('call_1', 'file1.go', false);
      context.addChatMessages([{ id: 1, author: '@coder-2', text: 'hurry' }]);
      await context.flushUserBuffer();
      const tools = ['list_files', 'read_file'].map((name) => {
        return { name, description: name, parameters: { type: 'object', properties: {} } };
      });
      const said: string[] = [];
      for await (const event of model.stream({ messages: context.messages, tools }, new AbortController().signal)) {
        if (event.type === 'text.delta') said.push(event.text);
      }
      expect(said.join('')).toBe('A parser.');
      expect(stub.journal.refused).toEqual([]);
      expect(log[0]).toMatch(/^request .*package main/);
      expect(log.join('')).not.toContain('my-own-key');
    },
  );
});
