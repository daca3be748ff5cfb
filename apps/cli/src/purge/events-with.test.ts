import type { LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { eventsWith } from './events-with.ts';

const delta = (seq: number, text: string, part = 0): LedgerEvent => ({
  v: 1,
  thread: 't',
  seq,
  at: 0,
  type: 'agent.text.delta',
  step: 1,
  part,
  offset: 0,
  text,
});

test('words that came in pieces are found in all of their pieces, and in no other part', () => {
  const events = [
    delta(1, 'It is hun'),
    delta(2, 'hunter', 1),
    delta(3, 'ter'),
    delta(4, '2, see?'),
    delta(5, ' Good.'),
  ];
  expect(eventsWith(events, 'hunter2', new Set())).toEqual([1, 3, 4]);
});
