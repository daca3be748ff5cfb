/** Statements of the five notes that need no page, and that `00N.test.ts` does not hold: each under its note's own heading. */
import { foldAll, LedgerWriter } from '@toolthread/core';
import * as blocks from '@toolthread/core/blocks';
import { ContextManager, completionMessage } from '@toolthread/core/context';
import {
  contractReader,
  fromChatMessages,
  fromContractEvents,
  hasToolError,
  reconcile,
  renderingOf,
  toChatMessages,
  toMessages,
  toolWidget,
} from '@toolthread/core/contract';
import type { ChatMessage, MessageMetadata, StatusType } from '@toolthread/core/contract';
import { enrichMessagesWithToolResults, parseAnswerString } from '@toolthread/core/unified';
import type { UnifiedMessage } from '@toolthread/core/unified';
import { encode as anthropic } from '@toolthread/providers/anthropic';
import { encode as openaiChat } from '@toolthread/providers/openai-chat';
import { describe, expect, test } from 'vitest';
import { answer, call, event, message, result, run, stopped, user } from './001.records.ts';
import { call as called, finish, moments, STEPS, streamed, text, TOOLS } from './004.streams.ts';

const { completePendingToolBlock, formatToolCombined, formatToolStarted } = blocks;

describe('[000] tool_events', () => {
  test('format_tool_completed is gone', () => {
    expect(blocks).not.toHaveProperty('formatToolCompleted');
  });

  test('without arguments, and without a result, the trace has no preview of them', () => {
    expect(formatToolCombined('list_files', {}, null)[1]).toEqual({
      type: 'tool_call_completed',
      tool_name: 'list_files',
      truncated: false,
    });
  });

  test('arguments that are cut say so in the trace, started and combined', () => {
    const args = { text: 'x'.repeat(20_000) };
    for (const [, trace] of [formatToolStarted('echo', args), formatToolCombined('echo', args, 'ok')]) {
      expect(trace.truncated).toBe(true);
      expect(trace.args_preview?.length).toBeLessThan(20_000);
    }
  });

  test('a result that is no text is written compactly', () => {
    expect(formatToolCombined('count', {}, { lines: [1, 2] })[0]).toContain(
      'count()\n{&quot;lines&quot;: [1, 2]}</tool>',
    );
  });

  test('completing: signs of a pattern, a mention and a tag in the name; without a result the block is done', () => {
    const name = 'a.b(+@all<';
    const [pending] = formatToolStarted(name, { n: 1 });
    const [done] = completePendingToolBlock(pending, name, 'ok');
    expect(blocks.parseToolBlocks(done)).toMatchObject([{ state: 'done', result: 'ok' }]);
    const [none] = completePendingToolBlock(formatToolStarted('pwd', {})[0], 'pwd', null);
    expect(blocks.parseToolBlocks(none)).toMatchObject([{ call: 'pwd()', state: 'done' }]);
    expect(completePendingToolBlock('Hello.', 'pwd', null)[0]).toBe('Hello.\n\n<tool>pwd\n</tool>\n');
    const [first] = completePendingToolBlock(formatToolStarted('pwd', {}, 'c1')[0], 'pwd', 'A', 'c1');
    expect(completePendingToolBlock(first, 'pwd', 'B', 'c1')[0]).toBe(first);
    expect(completePendingToolBlock('', 'pwd', 'x'.repeat(501))[1]).toMatchObject({ truncated: true });
  });

  test('merging: what stands between two groups keeps them apart, white space does not', () => {
    const [one] = formatToolCombined('a', {}, 'ok');
    const kinds = (words: string): unknown[] =>
      blocks.mergeConsecutiveToolBlocks(blocks.parseToolBlocks(`${one}${words}${one}`)).map(({ kind }) => kind);
    expect(kinds('and')).toEqual(['tools', 'text', 'tools']);
    expect(kinds('\n\n')).toEqual(['tools']);
  });

  test('legacy Markdown: pair after pair, each result with its own call; a call without a result is pending', () => {
    const text = [
      '🔧 **Tool Call:** `save_file(file_name=a.py)`\n✅ **`save_file` result:**\nok',
      '🔧 **Tool Call:** `run()`\n✅ **`run` result:**\nline 1\nline 2',
      '🔧 **Tool Call:** `wait()`',
    ].join('\n\n');
    const normal = blocks.normalizeMarkdownCollapsibleBlocks(text);
    expect(normal).not.toContain('<validation>');
    expect(blocks.parseToolBlocks(normal).filter(({ kind }) => kind === 'tool')).toMatchObject([
      { call: 'save_file(file_name=a.py)', state: 'done', result: 'ok' },
      { call: 'run()', state: 'done', result: 'line 1\nline 2' },
      { call: 'wait()', state: 'pending' },
    ]);
  });
});

describe('[001] Rendering Rules', () => {
  test('2) to 4): left and light; compact, the names, folded; indented, monospace, folded', () => {
    expect(renderingOf(answer)).toMatchObject({ rule: { align: 'left', style: 'light' } });
    expect(renderingOf(call)).toMatchObject({
      kind: 'tool_calls',
      text: undefined,
      calls: [{ name: 'SearchEntities', args_summary: "query: 'dbplus', types: ['program']" }],
      rule: { style: 'compact', details: 'collapsed' },
    });
    expect(renderingOf(result)).toMatchObject({
      callId: 'call_abc123',
      toolName: 'SearchEntities',
      durationMs: 250,
      outcome: { kind: 'result', result: { entities: ['a', 'b', 'c'] } },
      rule: { align: 'indented', style: 'monospace', details: 'collapsed' },
    });
  });

  test.each<readonly [StatusType, string]>([
    ['thinking', 'spinner'],
    ['error', 'banner'],
    ['info', 'toast'],
    ['continuation', 'line'],
  ])('5) %s is a %s, inline, and no part of the history', (status_type, draw) => {
    expect(renderingOf(message('s', 'status', 'x', { status_type }))).toMatchObject({
      draw,
      rule: { align: 'inline', history: false },
    });
    expect([user, answer, call, result].every((each) => renderingOf(each).rule.history)).toBe(true);
    expect(renderingOf(stopped)).toMatchObject({ continuation: { stop_reason: 'steps_limit' } });
  });

  test('step completed: natural language is an assistant message; helpers: only a tool has a tool error', () => {
    expect(toMessages(foldAll(fromContractEvents(run))).at(-1)).toMatchObject({
      role: 'assistant',
      content: answer.content,
    });
    expect([user, answer].map((each) => hasToolError({ ...each, metadata: { tool_error: 'x' } }))).toEqual([
      false,
      false,
    ]);
  });
});

test('[001] 3) and [004]: JSON that answers after a provider’s own call is the answer; a call that has not begun is pending', () => {
  const ledger = new LedgerWriter('t');
  ledger.write({ type: 'agent.step.started', step: 1 });
  const search = { step: 1, part: 0, call: 'c', name: 'web_search', arguments: '{}', runs: 'provider' } as const;
  ledger.write({ type: 'agent.tool.called', ...search });
  expect(toChatMessages(foldAll(ledger.events))[0]?.toolCalls).toMatchObject([{ status: 'pending' }]);
  ledger.write({ type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done' });
  ledger.write({ type: 'agent.text.delta', step: 1, part: 1, offset: 0, text: '{"answer":42}' });
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'stop' });
  expect(toMessages(foldAll(ledger.events))[0]?.content).toBe('{"answer":42}');
});

describe('[001] Event-to-Message Mapping', () => {
  const { content, metadata } = result;
  const { tool_result: _, ...named } = metadata ?? {};
  const completed = (payload: object): unknown => {
    const events = [...run.slice(0, 2), event('agent.tool.started', named), event('agent.tool.completed', payload)];
    return toMessages(foldAll(fromContractEvents(events))).at(-1);
  };

  test('completed: the message of the note, from an event that has its fields', () => {
    expect(completed({ content, ...metadata })).toMatchObject({ role: 'tool', content, metadata });
    expect(completed({ content, ...named, success: true })).toMatchObject({ role: 'tool', content, metadata: named });
  });

  test('completed with an error: tool_error, and no tool_result', () => {
    const failed: unknown = completed({ ...named, tool_error: 'Not found' });
    expect(failed).toMatchObject({ role: 'tool', metadata: { ...named, tool_error: 'Not found' } });
    expect(failed).not.toHaveProperty('metadata.tool_result');
  });
});

describe('[001] State Reconciliation', () => {
  test('a stored status of a result goes; an error that is null is none', () => {
    expect(reconcile([], [user, message('s', 'status', 'Found', { status_type: 'tool_result' })])).toEqual([user]);
    const none: MessageMetadata = JSON.parse('{"tool_error":null}');
    expect(hasToolError({ ...result, metadata: none })).toBe(false);
  });

  test('an event that is pushed twice, and a run that is told again, add nothing but their account', () => {
    const reader = contractReader();
    for (const event of run) {
      reader.push(event);
      expect(reader.push(event).map(({ type }) => type)).toEqual(['source.record']);
    }
    for (const event of structuredClone(run)) {
      expect(reader.push(event).map(({ type }) => type)).toEqual(['source.record']);
    }
  });
});

describe('[002] Context Manager Changes', () => {
  const call_1 = { id: 'call_1', name: 'list_files', parameters: {} };

  test('what the system says while a call is open comes after its result, restored too; a late result takes its place', async () => {
    const context = new ContextManager();
    context.addAssistantMessageWithTools('', [call_1]);
    context.addSystemMessage('Be brief.');
    const saved = ContextManager.fromMessages(JSON.parse(JSON.stringify(context)));
    for (const each of [context, saved]) {
      await each.flushUserBuffer();
      each.addToolResult('call_1', 'late', false);
      expect(each.messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'system']);
    }
    const late = new ContextManager();
    late.addAssistantMessageWithTools('', [call_1]);
    await late.flushUserBuffer();
    late.addToolResult('call_1', 'late', false);
    expect(late.messages.at(-1)?.toolResults).toEqual([{ toolCallId: 'call_1', content: 'late', isError: false }]);
  });

  test('one’s own lines are skipped, however the name is written', async () => {
    const context = new ContextManager({ agent: 'pm' });
    context.addChatMessages([{ id: 1, author: '@pm', text: 'Mine.' }]);
    await context.flushUserBuffer();
    expect(context.messages).toEqual([]);
  });
});

describe('[002] API Client Updates', () => {
  test('a system message, and a mark for the cache', () => {
    const context = new ContextManager();
    context.addSystemMessage('Be brief.');
    const { messages } = context;
    const asked = completionMessage('user', [{ type: 'text', text: 'Go.' }], 'user', undefined, { type: 'ephemeral' });
    const body = { model: 'm', messages: [...messages, asked], tools: [] };
    expect(openaiChat(body).messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(JSON.stringify(anthropic(body).system)).toContain('Be brief.');
    expect(JSON.stringify(anthropic(body).messages)).toContain('"cache_control":{"type":"ephemeral"}');
    expect(asked.cacheControl).toEqual({ type: 'ephemeral' });
  });
});

describe('[003] Process Steps', () => {
  const said = (id: string, ...texts: readonly string[]): UnifiedMessage => ({
    id,
    role: 'user',
    content: texts.map((words) => ({ type: 'text', text: words })),
  });

  test('1. command tags are system content; beside what a person typed, the message stays', () => {
    const command = '<command-name>/clear</command-name>';
    const printed = '<local-command-stdout>ok</local-command-stdout>';
    const enriched = enrichMessagesWithToolResults([said('a', command, printed), said('b', command, 'Go on.')]);
    expect(enriched.map(({ id }) => id)).toEqual(['b']);
  });

  test('3. a message of plain words stays as it is, and does not stream', () => {
    const plain = { id: 'p', role: 'assistant', content: 'Done.' } as const;
    expect(enrichMessagesWithToolResults([plain])).toEqual([{ ...plain, isStreaming: false }]);
    expect(enrichMessagesWithToolResults([{ ...plain, isStreaming: true }])).toMatchObject([{ isStreaming: true }]);
    const use = { type: 'tool_use', id: 't', name: 'Read', input: {} } as const;
    const given = { type: 'tool_result', tool_use_id: 't', content: 'ok', is_error: false } as const;
    const [first] = enrichMessagesWithToolResults([
      { id: 'a', role: 'assistant', content: [use] },
      { id: 'b', role: 'user', content: [given] },
    ]);
    expect(first?.content[0]).toMatchObject({ result: { is_error: false } });
  });

  test('answers: another text has none', () => {
    expect(parseAnswerString('"Q1"="A1"')).toEqual({});
  });
});

describe('[004] Commentary Capture Flow', () => {
  test('Working: without a current step, the call that runs names the tool', () => {
    const toolCalls = [{ id: 'c', name: 'get_note', args: {}, status: 'running' as const }];
    const working = { id: 'm', role: 'assistant' as const, content: '', createdAt: '', toolCalls };
    expect(toolWidget({ ...working, toolActivity: { isActive: true } })).toMatchObject({ tool: 'get_note' });
  });

  test('Data Model: what is stored comes back as it was, of each role', () => {
    const createdAt = '2026-01-16T10:05:00.000Z';
    const done = { id: 'c1', name: 'search_notes', args: { query: 'notes' }, status: 'completed' as const };
    const toolCalls = [{ ...done, result: 'three', commentary: "I'll search for your notes..." }];
    const stored: readonly ChatMessage[] = [
      { id: 's', role: 'system', content: 'Be brief.', createdAt },
      { id: 'u', role: 'user', content: 'Find my notes', createdAt },
      { id: 'a', role: 'assistant', content: 'Three.', createdAt, toolCalls, toolActivity: { isActive: false } },
    ];
    expect(toChatMessages(foldAll(fromChatMessages(stored)))).toEqual(stored);
  });

  test('white space before a call is no commentary', async () => {
    const steps = [[...text('   '), called('c1', 'search_notes', '{}'), finish('tool-calls')], ...STEPS.slice(2)];
    const last = (await moments(streamed(steps, TOOLS).fullStream)).at(-1)?.message;
    expect(last?.toolCalls).toHaveLength(1);
    expect(last?.toolCalls?.[0]).not.toHaveProperty('commentary');
  });
});
