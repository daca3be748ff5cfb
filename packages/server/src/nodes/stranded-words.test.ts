import { expect, test } from 'vitest';
import { foldAll, type EventDraft, type LedgerEvent } from '@toolthread/core';
import { strandedWords } from './stranded-words.ts';

const state = (drafts: readonly EventDraft[]): ReturnType<typeof foldAll> =>
  foldAll(drafts.map((draft, at): LedgerEvent => ({ ...draft, v: 1, thread: 't', seq: at + 1, at })));

test('a stranded run goes on from what it was itself, not from how a child run of it ended', () => {
  const thread = state([
    { type: 'agent.status', status: 'running' },
    { type: 'agent.status', status: 'running', scope: 'child:c1' },
    { type: 'agent.status', status: 'completed', scope: 'child:c1' },
  ]);
  expect(strandedWords(thread, 'a')).toEqual([
    expect.objectContaining({ type: 'agent.status', status: 'queued', previous_status: 'running' }),
  ]);
});

test('whoever waits is told once', () => {
  const told = strandedWords(state([{ type: 'agent.status', status: 'running' }]), 'a');
  expect(strandedWords(state([{ type: 'agent.status', status: 'running' }, ...told]), 'a')).toEqual([]);
});
