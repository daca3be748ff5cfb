import { expect, test } from 'vitest';
import { readGolden } from '../../../fixtures/golden.ts';
import { choiceOf } from './choice-of.ts';
import { foldAll } from '../fold/fold.ts';

const events = readGolden('who-answers');

test('[issue 13] the last choice is the whole choice, and a rewind does not take it back', () => {
  const after = (seq: number): unknown => choiceOf(foldAll(events.slice(0, seq)));
  expect(after(1)).toBeUndefined();
  expect(after(2)).toMatchObject({ agent: 'built-in', model: 'claude-opus-4-7', approval: 'read-only' });
  expect(after(9)).toEqual(after(2));
  expect(after(10)).toEqual(events[9]);
  const back = { v: 1, thread: 'who-answers', type: 'thread.rewound', to: 3, seq: 11, at: 0 } as const;
  expect(choiceOf(foldAll([...events.slice(0, 10), back]))).toEqual(events[9]);
});

test('[issue 13] what a fork copied chooses nothing, whoever wrote it', () => {
  const created = { ...events[0], origin: { thread: 'another', seq: 9 } };
  const state = foldAll([created as (typeof events)[number], ...events.slice(1, 9)]);
  expect([state.chosen?.agent, choiceOf(state)]).toEqual(['built-in', undefined]);
});
