import { exampleEvents } from '@toolthread/core/testing';
import type { ChatMessageInput } from '@toolthread/core/contract';
import { InlineToolWidget, ToolGroup } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { calling, ledgerOf } from '../../test/first-call.ts';

const group = (events: Parameters<typeof ToolGroup>[0]['events']): string =>
  markupText(renderToStaticMarkup(<ToolGroup events={events} />));

test('the calls of a thread stand there without its words', () => {
  expect(group(exampleEvents)).toMatch(/2 tool calls.*1 failed/);
  expect(group(exampleEvents)).not.toMatch(/Who uses the parser|Only the linter/);
  expect(group([])).toBe('');
});

test('what waits for a person stands there too, and a result without its call', () => {
  expect(
    group(calling('pay', '{}', { type: 'request.opened', request: 'r1', kind: 'approval', call: 'c1' })),
  ).toContain('Allow once');
  const orphan = { type: 'agent.tool.completed', step: 9, call: 'c9', outcome: 'done', name: 'pwd' } as const;
  expect(group(ledgerOf(orphan))).toContain('pwd');
});

const message = (more: Partial<ChatMessageInput>): ChatMessageInput => ({
  id: 'm1',
  role: 'assistant',
  content: 'The answer.',
  createdAt: 0,
  ...more,
});
const call = (name: string, status: 'running' | 'completed' | 'error') => ({ id: name, name, args: {}, status });

test.each([
  ['nothing', {}, /^$/],
  ['thinking', { content: '', toolActivity: { isActive: true } }, /Thinking/],
  ['thinking beside its words', { toolActivity: { isActive: true } }, /Thinking/],
  ['working', { content: '', toolCalls: [call('pwd', 'running')], toolActivity: { isActive: true } }, /Working.*pwd/],
  ['done', { toolCalls: [call('pwd', 'completed'), call('ls', 'error')] }, /2 tool calls.*1 failed/],
] satisfies [string, Partial<ChatMessageInput>, RegExp][])('the widget of a chat message: %s', (_, more, words) => {
  const text = markupText(renderToStaticMarkup(<InlineToolWidget message={message(more)} />));
  expect(text).toMatch(words);
  expect(text).not.toContain('The answer.');
});
