import { expect, test } from 'vitest';
import { ownDraft } from './own-draft.ts';

test('a draft has what a writer says, and nothing that the ledger gives: no version, thread, number or time', () => {
  const told = { type: 'thread.renamed', title: 'Parser' };
  expect(ownDraft(told)).toEqual(told);
  expect(ownDraft({ ...told, v: 1, thread: 't1', seq: 9, at: 5 })).toEqual(told);
  expect(ownDraft({ ...told, title: 0 })).toBeUndefined();
});
