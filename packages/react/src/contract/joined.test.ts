import { timeline } from '@toolthread/core';
import type { Message } from '@toolthread/core/contract';
import { renderText } from '@toolthread/core/blocks';
import { expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
const message = (second: number, role: Message['role'], content: string, metadata = {}): Message => ({
  id: `m${second}`,
  role,
  content,
  timestamp: at(second),
  metadata,
});

test('[seed 001] who joins in the middle: a call without an id is another than the stored one that has other arguments', () => {
  const calls = [{ id: 'c1', name: 'search', args_summary: "q: 'one'" }];
  const stored = [message(0, 'user', 'Look.'), message(2, 'assistant', '', { tool_calls: calls })];
  const started = (args_summary: string): object => ({
    type: 'agent.tool.started',
    execution_id: 'e1',
    timestamp: at(5),
    payload: { tool_name: 'search', tool_call_id: null, args_summary },
  });
  const drawn = (args: string): number =>
    renderText(timeline(new ContractFeed().thread(stored, [started(args)])), { form: 'expanded' }).split('search(')
      .length - 1;
  expect(drawn("q: 'two'")).toBe(2);
  expect(drawn("q: 'one', limit: 3")).toBe(1);
  // In another form nobody knows: the order says it.
  expect(drawn('q=one')).toBe(1);
});
