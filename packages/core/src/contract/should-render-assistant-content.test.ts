import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessageRole } from './message.ts';
import { shouldRenderAssistantContent } from './should-render-assistant-content.ts';

const bare = (content: string, role: MessageRole = 'assistant'): Message => ({ id: '1', role, content, timestamp: '' });
const calling = (content: string): Message => ({ ...bare(content), metadata: { tool_calls: [{ name: 'search' }] } });

test('without tool calls content is always shown, JSON or not', () => {
  for (const content of ['', 'Hello', '{"answer":42}', '[1,2]']) {
    expect(shouldRenderAssistantContent(bare(content))).toBe(true);
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
      expect(shouldRenderAssistantContent(calling(content.slice(0, end)))).toBe(false);
    expect(shouldRenderAssistantContent(calling(`${content} and`))).toBe(true);
    expect(shouldRenderAssistantContent(calling(`${content}{"c"`))).toBe(false);
  }
});

test('[stranger] JSON that is quoted otherwise or listed is shown', () => {
  for (const content of ["{'a': 1}", '{"a":1},{"b":2}', '{"a":1}2']) {
    expect([content, shouldRenderAssistantContent(calling(content))]).toEqual([content, true]);
  }
});

test('JSON that was cut off is a leak', () => {
  for (const content of ['{', '[', '[1', '{"a":1', '{"a":1}{"b":', '{"query":"db', '[{"a":']) {
    expect([content, shouldRenderAssistantContent(calling(content))]).toEqual([content, false]);
  }
});

const fenced = (body: string, language = 'json'): string => `\`\`\`${language}\n${body}\n\`\`\``;

test('a fenced block of nothing but tool calls is a leak, from the arguments on and cut off anywhere', () => {
  for (const content of [
    fenced('{"name":"search","arguments":{"query":"dbplus"}}'),
    fenced('{"name": "search", "args": {}}\n{"name": "read", "arguments": "{}"}', 'tool_call'),
  ]) {
    for (let end = content.indexOf(':{') + 1 || content.indexOf(': {') + 1; end <= content.length; end += 1) {
      const words = content.slice(0, end);
      expect([words, shouldRenderAssistantContent(calling(words))]).toEqual([words, false]);
    }
  }
});

test('any other fenced block is shown: a model shows it on purpose', () => {
  for (const content of [
    fenced('{"a":1}'),
    fenced('{"name":"parser"}'),
    fenced('{"name":"search","description":"Searches","parameters":{}}'),
    fenced('{"name":"parser","version":"1'),
    fenced('[1,2]'),
    `${fenced('{"name":"search","arguments":{}}')}\nThat is the call.`,
    `I call it:\n${fenced('{"name":"search","arguments":{}}')}`,
    fenced('{"name":"search","arguments":{}}\n```\n```json\n{"a":1}'),
    fenced('npm test', ''),
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
  }
});

test('arguments that leak into the content never show, at no moment of the stream', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (args) => {
      const json = JSON.stringify(args);
      for (let end = 0; end <= json.length; end += 1) {
        expect(shouldRenderAssistantContent(calling(json.slice(0, end)))).toBe(false);
      }
    }),
  );
});

test('ten megabytes and any depth: no throw, no hang', () => {
  expect(shouldRenderAssistantContent(calling('x'.repeat(10_000_000)))).toBe(true);
  expect(shouldRenderAssistantContent(calling(`{"a":"${'x'.repeat(10_000_000)}"}`))).toBe(false);
  expect(shouldRenderAssistantContent(calling('{"a":1}'.repeat(100_000)))).toBe(false);
  expect(typeof shouldRenderAssistantContent(calling('['.repeat(1_000_000)))).toBe('boolean');
});

test('any JSON value given as a message has an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant('null'), fc.json()), (json) => {
      const hostile: Message = JSON.parse(json);
      expect(shouldRenderAssistantContent(hostile)).toBe(false);
    }),
  );
});
