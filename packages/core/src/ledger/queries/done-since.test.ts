import { foldAll } from '@toolthread/core';
import { doneSince } from '@toolthread/core/queries';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import { expect, test } from 'vitest';

function threadOf(...drafts: readonly EventDraft[]): ThreadState {
  return foldAll(
    drafts.map((draft, index): LedgerEvent => ({ at: index, ...draft, v: 1, thread: 't', seq: index + 1 })),
  );
}

const said = (author: '@human' | '@ada', delivery: 'now' | 'followUp' = 'now'): EventDraft => ({
  type: 'message.posted',
  author,
  parts: [{ type: 'text', text: 'words' }],
  delivery,
});
const running: EventDraft = { type: 'agent.status', status: 'running', run: 'r' };
const completed: EventDraft = { type: 'agent.status', status: 'completed', run: 'r' };

test('[issue 13] what people said after an event is counted, also what waits for the end of a run; what an agent said is not', () => {
  const waits = [said('@human'), running, said('@ada'), said('@human', 'followUp')];
  for (const state of [threadOf(...waits), threadOf(...waits, completed)]) {
    expect([0, 1, 3].map((seq) => doneSince(state, seq)?.messages)).toEqual([2, 1, 1]);
    expect(doneSince(state, 4)).toBeUndefined();
  }
});

test('[issue 13] a rewind after an event is told, though it left nothing to count', () => {
  const state = threadOf({ type: 'thread.created' }, said('@human'), { type: 'thread.rewound', to: 1 });
  expect(doneSince(state, 2)).toEqual({ messages: 0, rewound: true });
  expect(doneSince(state, 3)).toBeUndefined();
});
