import type { LedgerEvent } from '@toolthread/core';
import { expect, it } from 'vitest';
import { eventFacts } from './event-facts.ts';

const SECOND = 1000;
const START = 1_770_000_000_000;

function workedAt(...seconds: readonly number[]): object {
  const events = seconds.map((second, index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: START + second * SECOND,
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text: 'Hi' }],
    delivery: 'now',
  }));
  const { workedMs, startedAt, endedAt } = eventFacts(events);
  return {
    worked: workedMs / SECOND,
    from: ((startedAt ?? 0) - START) / SECOND,
    to: ((endedAt ?? 0) - START) / SECOND,
  };
}

it('the time worked is that of all records, in whatever order they stand', () => {
  expect(workedAt(0, 10, 20)).toEqual({ worked: 20, from: 0, to: 20 });
  expect(workedAt(20, 0, 10, 15)).toEqual({ worked: 20, from: 0, to: 20 });
  expect(workedAt(0, 5, 3, 20)).toEqual({ worked: 20, from: 0, to: 20 });
});

it('one record that is days late adds no more than a pause does', () => {
  expect(workedAt(900_000, 0, 10, 20)).toEqual({ worked: 320, from: 0, to: 900_000 });
});
