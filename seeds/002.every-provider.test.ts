/** Seed 002, "Testing Strategy" and "Validation", and the last sentence of 004, for every provider: no placeholder in the place of a call, and no filler in that of a message. */
import { completionMessage, ContextManager } from '@toolthread/core/context';
import type { CompletionPart } from '@toolthread/core/context';
import { problemsOf } from '@toolthread/core/testing';
import { stubWith, validators } from '@toolthread/provider-stub';
import { createModel } from '@toolthread/providers';
import type { ModelProvider } from '@toolthread/providers';
import { encode as anthropic } from '@toolthread/providers/anthropic';
import { encode as gemini } from '@toolthread/providers/gemini';
import { encode as openaiChat } from '@toolthread/providers/openai-chat';
import { encode as openaiResponses } from '@toolthread/providers/openai-responses';
import fc from 'fast-check';
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

/** What a program may do with a `ContextManager`, in any order. */
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constantFrom('say', 'answer', 'flush', 'system', 'chat', 'restore') }),
    fc.record({
      act: fc.constant('call'),
      ids: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ act: fc.constant('result'), id: fc.constantFrom('a', 'b', 'c', 'stray') }),
  ),
  { maxLength: 14, size: 'max' },
);

test('[002] [L2] whatever is added in whatever order, partly answered calls and another answer too, no strict API refuses it', async () => {
  const tools = [{ name: 'list_files', description: 'list_files', parameters: { type: 'object', properties: {} } }];
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      let context = new ContextManager();
      context.addUserMessage('Go.');
      await context.flushUserBuffer();
      for (const [index, each] of all.entries()) {
        const words = `words ${index}.`;
        if (each.act === 'say') context.addUserMessage(words);
        if (each.act === 'answer') context.addAssistantMessage(words);
        if (each.act === 'system') context.addSystemMessage(words);
        if (each.act === 'chat') context.addChatMessages([{ id: index + 1, author: '@pm', text: words }]);
        if ('ids' in each)
          context.addAssistantMessageWithTools(
            '',
            each.ids.map((id) => ({ ...LIST_FILES, id })),
          );
        if ('id' in each) context.addToolResult(each.id, words, false);
        if (each.act === 'restore') context = ContextManager.fromMessages(JSON.parse(JSON.stringify(context)));
        if (each.act === 'flush') await context.flushUserBuffer();
      }
      context.addUserMessage('And now?');
      await context.flushUserBuffer();
      const { messages } = context;
      expect(problemsOf(messages)).toEqual([]);
      expect(validators.anthropic(anthropic({ model: 'claude-opus-4-7', messages, tools }))).toEqual([]);
      expect(validators.openaiChat(openaiChat({ model: 'gpt-5', messages, tools }))).toEqual([]);
      expect(validators.openaiResponses(openaiResponses({ model: 'gpt-5.5', messages, tools }))).toEqual([]);
      const model = 'gemini-3-pro';
      expect(validators.gemini(gemini({ model, messages, tools }), { model })).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
