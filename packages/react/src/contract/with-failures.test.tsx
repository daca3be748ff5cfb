import type { Message } from '@toolthread/core/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContractThread } from './contract-thread.tsx';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
const event = (second: number, type: string, payload: object): object => ({
  type,
  execution_id: 'e1',
  timestamp: at(second),
  payload,
});
const failed = { tool_name: 'Search', success: false, error: 'index is down', tool_result: 'index is down' };
const run = (id: string): object[] => [
  event(1, 'agent.status', { status: 'processing' }),
  event(2, 'agent.step.started', { step_number: 1 }),
  event(3, 'agent.tool.started', { tool_name: 'Search', tool_call_id: id }),
  event(4, 'agent.tool.completed', { ...failed, tool_call_id: id }),
  event(5, 'agent.step.completed', { step_number: 1 }),
  event(6, 'agent.step.started', { step_number: 2 }),
  event(7, 'agent.stream.chunk', { content: 'It is down.' }),
  event(8, 'agent.step.completed', { step_number: 2 }),
  event(9, 'agent.status', { status: 'completed' }),
];
const message = (
  second: number,
  role: Message['role'],
  content: string,
  metadata: Message['metadata'] = {},
): Message => ({
  id: `m${second}`,
  role,
  content,
  timestamp: at(second),
  metadata,
});
const stored = (id: string): Message[] => {
  const named = { tool_call_id: id };
  const calls = [{ id, name: 'Search', arguments: {} }];
  return [
    message(0, 'user', 'Look.'),
    message(10, 'assistant', '', { tool_calls: calls }),
    message(11, 'tool', 'index is down', { tool_name: 'Search', ...named }),
    message(12, 'assistant', 'It is down.'),
  ];
};
const next = message(13, 'user', 'And now?');

test('[L3] a failure that only the stream told stays when the turn is stored', () => {
  const id = 'c1';
  const events = run(id);
  for (const cut of [4, 5, 7, events.length]) {
    for (const messages of [stored(id), [...stored(id), next]]) {
      const html = renderToStaticMarkup(<ContractThread messages={messages} events={events.slice(0, cut)} />);
      expect([cut, html.split('1 failed').length - 1]).toEqual([cut, 1]);
    }
  }
});
