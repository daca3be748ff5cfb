import { foldAll, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { expect, test } from 'vitest';
import { waitsForAnswer } from './is-someone-at-work.ts';

function waiting(kind: 'approval' | 'question'): ThreadState {
  const at = { v: 1, thread: 't', at: 1 } as const;
  const events: readonly LedgerEvent[] = [
    { ...at, seq: 1, type: 'thread.created' },
    { ...at, seq: 2, type: 'request.opened', request: 'r1', kind },
    { ...at, seq: 3, type: 'agent.status', status: 'awaiting_user' },
  ];
  return foldAll(events);
}

test('an approval is nothing to answer for who may not approve; a question is', () => {
  expect([waitsForAnswer(waiting('approval'), true), waitsForAnswer(waiting('approval'), false)]).toEqual([
    true,
    false,
  ]);
  expect([waitsForAnswer(waiting('question'), true), waitsForAnswer(waiting('question'), false)]).toEqual([true, true]);
});
