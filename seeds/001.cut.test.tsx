/** Seed 001, "State reconciliation strategy", where the stream is cut: the seed's own records, drawn as text. */
import type { Message } from '@toolthread/core/contract';
import { ContractThread } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { answer, call, event, message, result, run, user } from './001.records.ts';

const page = (messages: readonly Message[], events: readonly object[]): string =>
  renderToStaticMarkup(<ContractThread messages={messages} events={events} />)
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\n+/g, '\n');

const cuts = Array.from({ length: run.length + 1 }, (_, count) => run.slice(0, count));
const next = message('u2', 'user', 'And who else?');
const second = [
  event('agent.status', { status: 'processing' }, 'e2'),
  event('agent.step.started', { step_number: 1 }, 'e2'),
  event('agent.tool.started', { tool_name: 'SearchEntities', tool_call_id: null }, 'e2'),
  event('agent.tool.completed', { tool_name: 'SearchEntities', tool_call_id: null, success: true }, 'e2'),
  event('agent.step.completed', { step_number: 1, has_tool_calls: true }, 'e2'),
  event('agent.step.started', { step_number: 2 }, 'e2'),
  event('agent.stream.chunk', { content: 'Nobody else.' }, 'e2'),
  event('agent.step.completed', { step_number: 2, finish_reason: 'stop' }, 'e2'),
  event('agent.status', { status: 'completed' }, 'e2'),
];

describe.each(['', 'Let me look.', '{"query":"dbplus"}'])('the message with the call says %j', (content) => {
  const stored = [user, { ...call, content }, result, answer];

  test('all is stored: it is drawn as it is stored, wherever the stream was cut', () => {
    for (const cut of cuts) expect(page(stored, cut)).toBe(page(stored, []));
  });

  test('the next question has its own run: the turn before it stays as it is stored, and each call counts once', () => {
    const alone = page([...stored, next], second);
    expect(alone.match(/1 tool call/g)).toHaveLength(2);
    for (const cut of cuts) expect(page([...stored, next], [...cut, ...second])).toBe(alone);
  });
});
