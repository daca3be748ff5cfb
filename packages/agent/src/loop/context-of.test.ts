import { foldAll, HUMAN, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { contextOf } from './context-of.ts';

const event = (seq: number, draft: EventDraft): LedgerEvent => ({
  v: LEDGER_VERSION,
  thread: 't',
  seq,
  at: seq,
  ...draft,
});

const said = (text: string): EventDraft => ({
  type: 'message.posted',
  author: HUMAN,
  parts: [{ type: 'text', text }],
  delivery: 'now',
});

/** This many turns, each a word and an answer. */
function longThread(turns: number, ...more: readonly EventDraft[]): ThreadState {
  const drafts = Array.from({ length: turns }, (_, n): readonly EventDraft[] => [
    said(`word ${n}`),
    { type: 'agent.step.started', step: n + 1, built_from: 4 * n + 2 },
    { type: 'agent.text.delta', step: n + 1, part: 0, offset: 0, text: `Answer ${n}.` },
    { type: 'agent.step.completed', step: n + 1, finish_reason: 'stop' },
  ]);
  return foldAll(
    [{ type: 'thread.created' } as const, ...drafts.flat(), ...more].map((draft, n) => event(n + 1, draft)),
  );
}

test('[M3] the context of a long thread is made in pieces, and others go on between them', async () => {
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const messages = await contextOf(longThread(1500), undefined);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(messages).toHaveLength(3000);
  // The same as all at once, on a thread of which nothing was made before.
  expect(JSON.stringify(messages)).toBe(JSON.stringify(completionMessages(longThread(1500))));
});

test('two who make it at once, at different ends of the thread, get each the whole and nothing twice', async () => {
  const before = longThread(800);
  const first = contextOf(before, undefined);
  const after = longThread(800, said('one more'));
  const [earlier, later] = await Promise.all([first, contextOf(after, undefined)]);
  expect(earlier).toHaveLength(1600);
  expect(JSON.stringify(later.slice(0, -1))).toBe(JSON.stringify(earlier));
  expect(JSON.stringify(later.at(-1))).toContain('one more');
});
