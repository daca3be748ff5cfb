import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import type { Message, MessageMetadata, MessageRole, StatusType } from './message.ts';
import { renderingOf, renderingRules } from './rendering.ts';
import { toMessages } from './to-messages/to-messages.ts';

const message = (role: MessageRole, content: string, metadata: MessageMetadata = {}): Message => ({
  id: '1',
  role,
  content,
  timestamp: '',
  metadata,
});
const calls = [{ id: 'c1', name: 'search', args_summary: "q: 'x'" }];

test('there are five rules, and each role with or without calls has exactly one', () => {
  expect(renderingRules.map(({ rule }) => rule)).toEqual([1, 2, 3, 4, 5]);
  for (const role of ['user', 'assistant', 'tool', 'status'] as const) {
    for (const when of ['tool_calls', 'no_tool_calls'] as const) {
      const fitting = renderingRules.filter(
        (rule) => rule.role === role && (rule.when === 'always' || rule.when === when),
      );
      expect(fitting).toHaveLength(1);
    }
  }
});

test('1: a user message is a bubble at the right, its tool metadata ignored', () => {
  const rendering = renderingOf(message('user', 'Hi', { tool_calls: calls, tool_error: 'x' }));
  expect(rendering).toMatchObject({ kind: 'user', text: 'Hi', rule: { rule: 1, align: 'right', style: 'primary' } });
});

test('2: an answer stands at the left, as markdown', () => {
  expect(renderingOf(message('assistant', '**Hi**'))).toMatchObject({
    kind: 'assistant',
    text: '**Hi**',
    rule: { rule: 2, align: 'left', text: 'markdown' },
  });
});

test('3: calls are a compact block with details folded; content shows only where it is words', () => {
  expect(renderingOf(message('assistant', '{"q":"x"}', { tool_calls: calls }))).toMatchObject({
    kind: 'tool_calls',
    calls,
    text: undefined,
    rule: { rule: 3, style: 'compact', details: 'collapsed' },
  });
  expect(renderingOf(message('assistant', 'Looking.', { tool_calls: calls }))).toMatchObject({ text: 'Looking.' });
});

test('4: a result is indented under its call; an error, however empty, is an error; falsy results are results', () => {
  const result = (metadata: MessageMetadata): unknown =>
    renderingOf(message('tool', 's', { tool_call_id: 'c1', tool_name: 'search', tool_duration_ms: 250, ...metadata }));
  expect(result({ tool_result: { a: 1 } })).toMatchObject({
    kind: 'tool',
    callId: 'c1',
    toolName: 'search',
    durationMs: 250,
    outcome: { kind: 'result', result: { a: 1 } },
    rule: { rule: 4, align: 'indented', style: 'monospace', details: 'collapsed' },
  });
  for (const value of [0, false, '', null])
    expect(result({ tool_result: value })).toMatchObject({ outcome: { kind: 'result', result: value } });
  expect(result({ tool_error: '', tool_result: 'fine' })).toMatchObject({ outcome: { kind: 'error', error: '' } });
  expect(result({})).toMatchObject({ outcome: { kind: 'nothing' } });
});

test('5: a status is inline and no part of the history; its type says how it is drawn', () => {
  const drawings: [StatusType, string][] = [
    ['thinking', 'spinner'],
    ['tool_call', 'spinner'],
    ['tool_result', 'line'],
    ['error', 'banner'],
    ['info', 'toast'],
    ['continuation', 'line'],
  ];
  for (const [status_type, draw] of drawings) {
    expect(renderingOf(message('status', 's', { status_type }))).toMatchObject({
      kind: 'status',
      draw,
      rule: { rule: 5, history: false },
    });
  }
  const continuation = { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' };
  expect(renderingOf(message('status', 's', { status_type: 'continuation', continuation }))).toMatchObject({
    continuation,
  });
});

test('every message we write has its rule: nothing falls to another role', () => {
  for (const name of goldenNames) {
    for (const written of toMessages(foldAll(readGolden(name)))) {
      expect(renderingOf(written).rule.role).toBe(written.role);
    }
  }
});

test('a message of any JSON is drawn somehow, without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (role, content, metadata) => {
      const hostile: Message = JSON.parse(JSON.stringify({ id: '1', role, content, timestamp: '', metadata }));
      expect(renderingOf(hostile).rule.rule).toBeGreaterThan(0);
    }),
  );
  const newer: Message = JSON.parse(
    '{"id":"1","role":"oracle","content":"x","timestamp":"","metadata":{"status_type":"__proto__"}}',
  );
  expect(renderingOf(newer)).toMatchObject({ kind: 'status', draw: 'line', text: 'x' });
});

test('any JSON value given as a message is drawn as something', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant('null'), fc.json()), (json) => {
      expect(renderingOf(JSON.parse(json)).rule.rule).toBe(5);
    }),
  );
});
