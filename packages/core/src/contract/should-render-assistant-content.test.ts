import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessageRole } from './message.ts';
import { shouldRenderAssistantContent } from './should-render-assistant-content.ts';

const bare = (content: string, role: MessageRole = 'assistant'): Message => ({ id: '1', role, content, timestamp: '' });
const calling = (content: string): Message => ({ ...bare(content), metadata: { tool_calls: [{ name: 'search' }] } });
const streaming = { streaming: true };

test('without tool calls content is always shown, JSON or not', () => {
  for (const content of ['', 'Hello', '{"answer":42}', '[1,2]']) {
    expect(shouldRenderAssistantContent(bare(content))).toBe(true);
    expect(shouldRenderAssistantContent(bare(content), streaming)).toBe(true);
  }
  expect(shouldRenderAssistantContent({ ...bare('{}'), metadata: { tool_calls: [] } })).toBe(true);
});

test('only an assistant has assistant content', () => {
  for (const role of ['user', 'tool', 'status'] as const)
    expect(shouldRenderAssistantContent(bare('Hi', role))).toBe(false);
});

test('beside tool calls nothing is nothing', () => {
  expect(shouldRenderAssistantContent(calling(''))).toBe(false);
  expect(shouldRenderAssistantContent(calling(' \n'))).toBe(false);
});

test('beside tool calls, content that is a JSON object or array is hidden', () => {
  for (const content of ['{"query":"dbplus"}', ' [1, 2]\n', '{}', '[]', '[1]']) {
    expect(shouldRenderAssistantContent(calling(content))).toBe(false);
  }
});

const parallel = ['{"a":1}{"b":2}', '{"a":1}\n{"b":2}', ' {} \r\n\t[1][2]{"a":[{}]}\n'];

test('[stranger] arguments of several calls, one after another, are a leak too, at every moment of the stream', () => {
  for (const content of parallel) {
    expect([content, shouldRenderAssistantContent(calling(content))]).toEqual([content, false]);
    for (let end = 0; end <= content.length; end += 1)
      expect(shouldRenderAssistantContent(calling(content.slice(0, end)), streaming)).toBe(false);
    expect(shouldRenderAssistantContent(calling(`${content} and`))).toBe(true);
    expect(shouldRenderAssistantContent(calling(`${content}{"c"`))).toBe(true);
  }
});

test('[stranger] JSON that was cut off, fenced, quoted otherwise or listed is shown', () => {
  for (const content of [
    '{"a":1',
    '{"a":1}{"b":',
    '```json\n{"a":1}\n```',
    "{'a': 1}",
    '{"a":1},{"b":2}',
    '{"a":1}2',
  ]) {
    expect([content, shouldRenderAssistantContent(calling(content))]).toEqual([content, true]);
  }
});

test('beside tool calls, words that begin like JSON are shown', () => {
  for (const content of [
    '[1] I found three',
    '{curly} words',
    '[x] done',
    '{"a":1} and more',
    '"quoted"',
    '42',
    'null',
  ]) {
    expect(shouldRenderAssistantContent(calling(content))).toBe(true);
    expect(shouldRenderAssistantContent(calling(content), streaming)).toBe(true);
  }
});

test('a JSON prefix is held while it streams, and shown if it ends as one', () => {
  for (const content of ['{', '[', '[1', '{"query":"db', '[{"a":']) {
    expect(shouldRenderAssistantContent(calling(content), streaming)).toBe(false);
    expect(shouldRenderAssistantContent(calling(content))).toBe(true);
  }
});

test('arguments that leak into the content never show, at no moment of the stream', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (args) => {
      const json = JSON.stringify(args);
      for (let end = 0; end <= json.length; end += 1) {
        expect(shouldRenderAssistantContent(calling(json.slice(0, end)), streaming)).toBe(false);
      }
      expect(shouldRenderAssistantContent(calling(json))).toBe(false);
    }),
  );
});

test('ten megabytes and any depth: no throw, no hang', () => {
  expect(shouldRenderAssistantContent(calling('x'.repeat(10_000_000)))).toBe(true);
  expect(shouldRenderAssistantContent(calling(`{"a":"${'x'.repeat(10_000_000)}"}`))).toBe(false);
  expect(shouldRenderAssistantContent(calling('{"a":1}'.repeat(100_000)))).toBe(false);
  expect(typeof shouldRenderAssistantContent(calling('['.repeat(1_000_000)), streaming)).toBe('boolean');
});

test('any JSON value given as a message has an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant('null'), fc.json()), (json) => {
      const hostile: Message = JSON.parse(json);
      expect(shouldRenderAssistantContent(hostile)).toBe(false);
      expect(shouldRenderAssistantContent(hostile, JSON.parse('null'))).toBe(false);
    }),
  );
});
