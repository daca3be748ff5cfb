/** Seed 002, "Tool Call/Result Architecture Refactor": its types, sequences, plans and questions, in its order. `002.2` and the like are rows of docs/seeds.md. What holds for every provider is in 002.every-provider.test.ts. More statements of the note, by its headings, are in statements.test.ts. */
import { foldAll, LedgerWriter } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ProviderBlob } from '@toolthread/core';
import { completionMessage, completionMessages, ContextManager } from '@toolthread/core/context';
import type { CompletionPart, SavedContext } from '@toolthread/core/context';
import { problemsOf } from '@toolthread/core/testing';
import { encode as anthropic } from '@toolthread/providers/anthropic';
import { encode as openaiChat } from '@toolthread/providers/openai-chat';
import { describe, expect, test } from 'vitest';
import { requestBodies, wordsOf } from './stage/request-bodies.ts';

const LIST_FILES = { id: 'call_1', name: 'list_files', parameters: { pattern: '*' } };
const HUMAN = 'general knowledge probably...';
const FILES = 'file1.go\nfile2.go';

/** The seed's conversation: a call, its result, and what the human said meanwhile. */
async function conversation(): Promise<ContextManager> {
  const context = new ContextManager();
  context.addUserMessage('What is this?');
  await context.flushUserBuffer();
  context.addAssistantMessageWithTools('Let me check the files...', [LIST_FILES]);
  context.addToolResult('call_1', FILES, false);
  context.addUserMessage(HUMAN);
  await context.flushUserBuffer();
  return context;
}

describe('Problem Statement', () => {
  test.each(Object.keys(requestBodies))(
    '[002] no call is written as [list_files(pattern="*")]: %s',
    async (provider) => {
      const body = JSON.stringify(requestBodies[provider]?.((await conversation()).messages));
      expect(body).not.toMatch(/\[list_files\(|Tool list_files invoked|map\[/);
      expect(body).toContain('list_files');
    },
  );
});

describe('1. Extend Core Message Types', () => {
  test('[002] content, toolCalls and toolResults are views of the ordered parts (002.1)', async () => {
    const [, assistant, user] = (await conversation()).messages;
    expect(assistant).toMatchObject({
      role: 'assistant',
      content: 'Let me check the files...',
      toolCalls: [LIST_FILES],
      toolResults: [],
    });
    expect(user).toMatchObject({
      role: 'user',
      toolCalls: [],
      toolResults: [{ toolCallId: 'call_1', content: FILES, isError: false }],
    });
    expect(assistant?.parts.map(({ type }) => type)).toEqual(['text', 'call']);
  });
});

describe('2. Message Alternation Rules', () => {
  test('[002] results and human input are ONE user message', async () => {
    const { messages } = await conversation();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]).toMatchObject({ content: HUMAN, toolResults: [{ toolCallId: 'call_1' }] });
    expect(problemsOf(messages)).toEqual([]);
  });

  const answers = [
    completionMessage('assistant', [{ type: 'text', text: 'First answer.' }], 'assistant'),
    completionMessage('assistant', [{ type: 'text', text: 'Second answer.' }], 'assistant'),
  ];

  /** A run that was continued: two steps answer, and nobody speaks between. */
  function continued(reason: 'stop' | 'length'): readonly LedgerEvent[] {
    const answer = (step: number, text: string, finish: 'stop' | 'length'): EventDraft[] => [
      { type: 'agent.step.started', step },
      { type: 'agent.text.delta', step, part: 0, offset: 0, text },
      { type: 'agent.step.completed', step, finish_reason: finish },
    ];
    const ledger = new LedgerWriter('t');
    ledger.write({ type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'Go.' }] });
    for (const draft of answer(1, 'First answer.', reason)) ledger.write(draft);
    for (const draft of answer(2, 'Second answer.', 'stop')) ledger.write(draft);
    return ledger.events;
  }

  test.each(Object.entries(requestBodies))('[002 two answers] two answers in a row stay two: %s', async (_, bodyOf) => {
    const said = new ContextManager();
    said.addUserMessage('Go.');
    await said.flushUserBuffer();
    said.addAssistantMessage('First answer.');
    said.addAssistantMessage('Second answer.');
    const thinking = new ContextManager();
    thinking.addAssistantMessage('First answer.');
    thinking.addAssistantMessage([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Second answer.' },
    ]);
    const restored = ContextManager.fromMessages(answers.slice(0, 1));
    restored.addAssistantMessage('Second answer.');
    const roads = [
      said.messages,
      thinking.messages,
      restored.messages,
      answers,
      completionMessages(foldAll(continued('stop'))),
    ];
    for (const messages of roads) {
      const [first = '', second = ''] = wordsOf(bodyOf(messages)).filter((text) => text.includes('answer.'));
      const read = second === '' ? first : `${first}|${second}`;
      expect(read).toMatch(/^First answer\.(?:\|?\n\n|\|)Second answer\.$/);
      expect(wordsOf(bodyOf(messages)).join('')).not.toContain('First answer.Second answer.');
    }
  });

  test('[002 two answers] an answer that was cut off goes on without a gap', () => {
    const [, answer] = completionMessages(foldAll(continued('length')));
    expect(answer?.content).toBe('First answer.Second answer.');
  });
});

describe('3. Context Manager Changes', () => {
  test('[002] AddToolResult, AddAssistantMessageWithTools: results wait for the flush; open questions 3 and 4: parallel, in the order of the calls', async () => {
    const context = new ContextManager();
    context.addAssistantMessageWithTools('', [LIST_FILES, { ...LIST_FILES, id: 'call_2' }]);
    context.addToolResult('call_2', 'second', false);
    context.addToolResult('call_1', 'first', true);
    expect(context.messages.map(({ role }) => role)).toEqual(['assistant']);
    await context.flushUserBuffer();
    expect(context.messages.at(-1)?.toolResults).toEqual([
      { toolCallId: 'call_1', content: 'first', isError: true },
      { toolCallId: 'call_2', content: 'second', isError: false },
    ]);
  });

  test('[002] FlushUserBuffer, step 1: it asks the chat for what came after the cursor', async () => {
    const asked: number[] = [];
    const lines = [{ id: 7, author: '@human', text: HUMAN }];
    const chat = (after: number): Promise<typeof lines> => {
      asked.push(after);
      return Promise.resolve(lines.filter(({ id }) => id > after));
    };
    const context = new ContextManager({ agent: 'pm', chat, chatCursor: 3 });
    context.addAssistantMessageWithTools('Let me check.', [LIST_FILES]);
    context.addToolResult('call_1', FILES, false);
    expect(await context.flushUserBuffer()).toEqual({});
    await context.flushUserBuffer();
    expect(asked).toEqual([3, 7]);
    expect(context.messages).toHaveLength(2);
    expect(context.messages.at(-1)).toMatchObject({ content: HUMAN, toolResults: [{ content: FILES }] });
  });

  test.each([
    [
      'throws',
      (): never => {
        throw new Error('the chat is down');
      },
    ],
    ['rejects', (): Promise<never> => Promise.reject(new Error('the chat is down'))],
  ])('[002] a chat source that %s is tolerated, and said', async (_, chat) => {
    const context = new ContextManager({ chat });
    context.addAssistantMessageWithTools('', [LIST_FILES]);
    context.addToolResult('call_1', FILES, false);
    context.addUserMessage(HUMAN);
    expect(await context.flushUserBuffer(() => 'never')).toEqual({ chatError: 'the chat is down', compaction: 'fits' });
    expect(context.messages.at(-1)).toMatchObject({ content: HUMAN, toolResults: [{ content: FILES }] });
  });

  test('[002] step 2: fragments are joined by a blank line, content is empty if there are only results', async () => {
    const context = new ContextManager();
    context.addUserMessage('one');
    context.addUserMessage('two');
    await context.flushUserBuffer();
    expect(context.messages[0]?.content).toBe('one\n\ntwo');
    context.addAssistantMessageWithTools('', [LIST_FILES]);
    context.addToolResult('call_1', FILES, false);
    await context.flushUserBuffer();
    expect(context.messages.at(-1)).toMatchObject({ content: '', toolResults: [{ content: FILES }] });
  });

  test('[002] step 3: compaction comes last', async () => {
    const context = new ContextManager({ maxContextTokens: 1_000, maxReplyTokens: 100 });
    context.addUserMessage('word '.repeat(900));
    await context.flushUserBuffer();
    context.addAssistantMessageWithTools('', [LIST_FILES]);
    context.addToolResult('call_1', FILES, false);
    context.addUserMessage('now');
    expect(await context.flushUserBuffer(() => 'what was')).toEqual({ compaction: 'compacted' });
    expect(problemsOf(context.messages)).toEqual([]);
  });

  test('[002 early] a result before its call is that call’s: no orphan, and no missing result', async () => {
    for (const flushes of [false, true]) {
      const context = new ContextManager();
      context.addUserMessage('What is this?');
      context.addToolResult('call_1', FILES, false);
      if (flushes) await context.flushUserBuffer();
      context.addAssistantMessageWithTools('', [LIST_FILES]);
      await context.flushUserBuffer();
      expect(context.messages.map(({ role, content }) => [role, content])).toEqual([
        ['user', 'What is this?'],
        ['assistant', ''],
        ['user', ''],
      ]);
      expect(context.messages[2]?.toolResults).toEqual([{ toolCallId: 'call_1', content: FILES, isError: false }]);
    }
  });

  test('[002 restore] saved as JSON and restored, it goes on: the call is still open, the cursor where it was', async () => {
    const context = new ContextManager({ agent: 'pm' });
    context.addChatMessages([{ id: 4, author: '@human', text: 'Which files?' }]);
    await context.flushUserBuffer();
    context.addAssistantMessageWithTools('Let me check.', [LIST_FILES]);
    context.addUserMessage('hurry');
    const saved: SavedContext = JSON.parse(JSON.stringify(context));
    const later = ContextManager.fromMessages(saved, { agent: 'pm' });
    later.addToolResult('call_1', FILES, false);
    later.addChatMessages([{ id: 4, author: '@human', text: 'Which files?' }]);
    await later.flushUserBuffer();
    expect(later.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Which files?'],
      ['assistant', 'Let me check.'],
      ['user', 'hurry'],
    ]);
    expect(later.messages[2]?.toolResults).toEqual([{ toolCallId: 'call_1', content: FILES, isError: false }]);
    expect(later.chatCursor).toBe(4);
  });

  test('[002 parts] reasoning, signatures and images go in, and come out where their maker reads them', async () => {
    const stamp = { provider: 'anthropic', api: 'messages', model: 'm' };
    const signed = (data: ProviderBlob['data']): { blob: ProviderBlob } => ({ blob: { ...stamp, data } });
    const context = new ContextManager();
    context.addUserMessage('Look.');
    await context.flushUserBuffer();
    const thought: CompletionPart = { type: 'reasoning', text: 'Hm.', ...signed({ signature: 'sig' }) };
    context.addAssistantMessageWithTools(
      [thought, { type: 'text', text: 'I look.' }],
      [{ ...LIST_FILES, ...signed({ caller: { type: 'direct' } }) }],
    );
    const image = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } } as const;
    context.addToolResult('call_1', [{ type: 'text', text: 'drawn' }, image], false);
    await context.flushUserBuffer();
    const saved: SavedContext = JSON.parse(JSON.stringify(context));
    for (const { messages } of [context, ContextManager.fromMessages(saved)]) {
      expect(anthropic({ model: 'm', messages, tools: [] }).messages.slice(1)).toMatchObject([
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', caller: { type: 'direct' } },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', content: [{ type: 'text', text: 'drawn' }, { type: 'image' }] }],
        },
      ]);
    }
  });
});

describe('4. API Client Updates', () => {
  test('[002] the Anthropic sequence (002.2: results first)', async () => {
    const { messages } = anthropic({ model: 'm', messages: (await conversation()).messages, tools: [] });
    expect(messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me check the files...' },
          { type: 'tool_use', id: 'call_1', name: 'list_files', input: { pattern: '*' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: FILES },
          { type: 'text', text: HUMAN },
        ],
      },
    ]);
  });

  test('[002] the OpenAI sequence: assistant, tool, user', async () => {
    const { messages } = openaiChat({ model: 'm', messages: (await conversation()).messages, tools: [] });
    expect(messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: 'Let me check the files...',
        tool_calls: [{ id: 'call_1', function: { name: 'list_files', arguments: '{"pattern":"*"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: FILES },
      { role: 'user', content: HUMAN },
    ]);
  });
});

describe('5. Agent Updates', () => {
  test('[002] the seed’s loop: an error is a result with the flag', async () => {
    const context = new ContextManager();
    const calls = [LIST_FILES, { id: 'call_2', name: 'read_file', parameters: { path: 'gone' } }];
    context.addAssistantMessageWithTools('', calls);
    for (const { id, name } of calls) {
      if (name === 'read_file') context.addToolResult(id, 'no such file', true);
      else context.addToolResult(id, FILES, false);
    }
    await context.flushUserBuffer();
    expect(context.messages.at(-1)?.toolResults.map(({ isError }) => isError)).toEqual([false, true]);
    const { messages } = anthropic({ model: 'm', messages: context.messages, tools: [] });
    const [listed, read] = messages.at(-1)?.content ?? [];
    expect(listed).not.toHaveProperty('is_error', true);
    expect(read).toMatchObject({ type: 'tool_result', tool_use_id: 'call_2', is_error: true });
  });

  test('[002] chat_ask_user: the open call is the suspension, the answer is its result (002.3)', async () => {
    const context = new ContextManager();
    for (const [id, question, answer] of [
      ['q1', 'Which linter?', 'the new one'],
      ['q2', 'All files?', 'only src'],
    ] as const) {
      context.addAssistantMessageWithTools('', [{ id, name: 'chat_ask_user', parameters: { message: question } }]);
      const saved: SavedContext = JSON.parse(JSON.stringify(context));
      const later = ContextManager.fromMessages(saved);
      later.addToolResult(id, answer, false);
      await later.flushUserBuffer();
      context.addToolResult(id, answer, false);
      await context.flushUserBuffer();
      expect(later.messages).toEqual(context.messages);
      expect(context.messages.at(-1)).toMatchObject({
        content: '',
        toolResults: [{ toolCallId: id, content: answer }],
      });
    }
    expect(problemsOf(context.messages)).toEqual([]);
  });
});

describe('6. Multi-Party Chat Handling', () => {
  test('[002] the human plainly, one’s own lines not at all, others with their name', async () => {
    const context = new ContextManager({ agent: '@coder-1' });
    context.addChatMessages([
      { id: 1, author: '@human', text: 'Ready?' },
      { id: 2, author: '@coder-1', text: 'Yes.' },
      { id: 3, author: '@coder-2', text: 'I have the parser.' },
      { id: 4, author: '@coder-1', text: 'Good.' },
    ]);
    await context.flushUserBuffer();
    expect(context.messages[0]?.content).toBe('Ready?\n\n[Chat from @coder-2]: I have the parser.');
    expect(context.chatCursor).toBe(4);
  });
});

/**
 * "Testing Strategy and Validation": the APIs that are strict are in `002.every-provider.test.ts`. "Token usage decreased" is replaced
 * (ADR 0011): `[002]` in bench/src/tokens/tokens.test.ts measures that it does not.
 */
describe('Open Questions', () => {
  test('[002] 2. results that are too large are cut once, at 2,000 lines or 50 KB, and say so', async () => {
    for (const [text, cut] of [
      ['line\n'.repeat(2_000), undefined],
      ['line\n'.repeat(2_001), '2001 lines'],
      ['x'.repeat(50 * 1024), undefined],
      ['x'.repeat(50 * 1024 + 1), '51201 bytes'],
    ] as const) {
      const context = new ContextManager();
      context.addAssistantMessageWithTools('', [LIST_FILES]);
      context.addToolResult('call_1', [{ type: 'text', text }], false);
      await context.flushUserBuffer();
      const seen = context.messages.at(-1)?.toolResults[0]?.content ?? '';
      expect(/\[Cut: .*\]$/.exec(seen)?.[0] ?? '').toContain(cut ?? '');
      expect(seen === text).toBe(cut === undefined);
    }
  });
});
