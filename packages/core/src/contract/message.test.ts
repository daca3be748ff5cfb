import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasToolError, isToolCallMessage, isToolResultMessage } from './message.ts';
import type { Message, MessageMetadata, MessageRole } from './message.ts';

const message = (role: MessageRole, metadata?: MessageMetadata): Message => ({
  id: '1',
  role,
  content: '',
  timestamp: '2026-01-16T10:05:00Z',
  ...(metadata === undefined ? {} : { metadata }),
});
const roles: readonly MessageRole[] = ['user', 'assistant', 'tool', 'status'];

test('only an assistant message with at least one call calls tools', () => {
  const tool_calls = [{ name: 'search' }];
  expect(roles.map((role) => isToolCallMessage(message(role, { tool_calls })))).toEqual([false, true, false, false]);
  expect(isToolCallMessage(message('assistant'))).toBe(false);
  expect(isToolCallMessage(message('assistant', { tool_calls: [] }))).toBe(false);
});

test('every tool message is a result, with or without anything in it', () => {
  expect(roles.map((role) => isToolResultMessage(message(role)))).toEqual([false, false, true, false]);
});

test('[L3] an error is there or not, whatever it says', () => {
  expect(hasToolError(message('tool', { tool_error: '' }))).toBe(true);
  expect(hasToolError(message('tool', { tool_error: 'no' }))).toBe(true);
  expect(hasToolError(message('tool', { tool_result: 'Error: none, really' }))).toBe(false);
  expect(hasToolError(message('tool'))).toBe(false);
  expect(hasToolError(message('status', { tool_error: 'no' }))).toBe(false);
});

test('a null, which some back ends write for none, is none', () => {
  const parsed: Message = JSON.parse(
    '{"id":"1","role":"tool","content":"","timestamp":"","metadata":{"tool_error":null}}',
  );
  expect(hasToolError(parsed)).toBe(false);
});

test('metadata that is any JSON is judged without a throw', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(...roles), (json, role) => {
      const hostile: Message = { ...message(role), metadata: JSON.parse(json) };
      expect(typeof isToolCallMessage(hostile)).toBe('boolean');
      expect(typeof hasToolError(hostile)).toBe('boolean');
    }),
  );
});

test('any JSON value given as a message is judged without a throw: a null in a list is no message', () => {
  for (const json of ['null', '0', '""', '[]', '{}', '{"role":"tool","metadata":null}']) {
    const hostile: Message = JSON.parse(json);
    expect(isToolCallMessage(hostile)).toBe(false);
    expect(isToolResultMessage(hostile)).toBe(json.includes('tool'));
    expect(hasToolError(hostile)).toBe(false);
  }
});
