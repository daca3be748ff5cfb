import { type EventDraft, foldAll, type LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { rewindProblem } from './rewind-problem.ts';

const said = (by: string, delivery: 'now' | 'followUp'): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  by,
  delivery,
  parts: [{ type: 'text', text: by }],
});
const stateOf = (...drafts: readonly EventDraft[]): ReturnType<typeof foldAll> =>
  foldAll(drafts.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't1', seq: index + 1, at: index })));
const running: EventDraft = { type: 'agent.status', status: 'running', run: 'r1' };

test('nobody takes back what somebody else said, though it only waits for the end of the run', () => {
  const queued = stateOf(said('Ada', 'now'), running, said('Bob', 'followUp'));
  expect(queued.queue.held.size).toBe(1);
  expect(rewindProblem(queued, 1, 'Ada')).toMatchObject({ code: 'not_yours' });
  expect(rewindProblem(queued, 1, 'Bob')).toBeUndefined();
  expect(rewindProblem(queued, 3, 'Ada')).toBeUndefined();
  const own = stateOf(said('Ada', 'now'), running, said('Ada', 'followUp'));
  expect(rewindProblem(own, 1, 'Ada')).toBeUndefined();
});
