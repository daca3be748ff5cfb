import { threadOf } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { figuresOf } from '@toolthread/core/summary';
import { english } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { spentText } from './spent-by.ts';

const price = { input: 1, output: 1 };
const prices = new Map([['m', price]]);
const step = (at: number): EventDraft[] => [
  { type: 'agent.step.started', step: at },
  {
    type: 'agent.step.completed',
    step: at,
    finish_reason: 'stop',
    usage: { input_tokens: 1_000_000, output_tokens: 0 },
  },
];

function saidOf(drafts: readonly EventDraft[], known: ReadonlyMap<string, typeof price | undefined> = prices): string {
  const configured: EventDraft = { type: 'agent.configured', provider: 'p', api: 'a', model: 'm' };
  const [first, ...rest] = drafts;
  const events = [first, configured, ...rest].flatMap((draft) => draft ?? []);
  const { state } = threadOf(events.map((draft, at) => ({ v: 1, thread: 't', seq: at + 1, at, ...draft })));
  return spentText(state, figuresOf(state), known, english);
}

test('the cost of a fork says that it is the fork’s own: what was copied is paid in the origin', () => {
  const fork: EventDraft = { type: 'thread.created', origin: { thread: 'o', seq: 4 } };
  expect(saidOf([{ type: 'thread.created' }, ...step(1), ...step(2)])).toBe('$2.00');
  expect(saidOf([fork, ...step(1), ...step(2)])).toBe('$1.00 since the fork');
  expect(saidOf([fork, ...step(1), ...step(2)], new Map())).toBe('cost unknown since the fork');
  expect(saidOf([fork, ...step(1)])).toBe('');
});

test.each([
  [0, '0%'],
  [300, '<1%'],
  [1999, '<1%'],
  [3000, '2%'],
])('[issue 13] of a window of 200,000 tokens, %i are %s: what is used is never none', (tokens, share) => {
  const sized: EventDraft = { type: 'agent.configured', provider: 'p', api: 'a', model: 'm', context_tokens: 200_000 };
  const usage = { input_tokens: tokens, output_tokens: 0 };
  const answer: EventDraft[] = [
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage },
  ];
  expect(saidOf([{ type: 'thread.created' }, sized, ...answer])).toContain(`${share} of the window`);
});
