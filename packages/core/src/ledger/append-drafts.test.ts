import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyThread } from './fold/empty-thread.ts';
import { foldOnto } from './fold/fold.ts';
import type { EventDraft } from './ledger-event.ts';
import { appendDrafts } from './append-drafts.ts';

const draft = fc.record(
  { type: fc.constant('thread.renamed' as const), title: fc.string(), at: fc.nat(10_000) },
  { requiredKeys: ['type', 'title'] },
);

test('[L1] in one piece or in many, the same drafts become the same events', () => {
  fc.assert(
    fc.property(
      fc.array(draft),
      fc.array(fc.nat(5)),
      fc.option(fc.nat(9000), { nil: undefined }),
      (drafts, sizes, now) => {
        const whole = appendDrafts(emptyThread('t'), drafts, now);
        let state = emptyThread('t');
        const pieces: unknown[] = [];
        const rest: EventDraft[] = [...drafts];
        for (let turn = 0; rest.length > 0; turn += 1) {
          const events = appendDrafts(
            state,
            rest.splice(0, sizes.length === 0 ? 1 : (sizes[turn % sizes.length] ?? 0) + 1),
            now,
          );
          state = foldOnto(state, events);
          pieces.push(...events);
        }
        expect(pieces).toEqual(whole);
        expect(whole.map(({ seq }) => seq)).toEqual(drafts.map((_, index) => index + 1));
        expect(state.seq).toBe(drafts.length);
      },
    ),
  );
});

test('a draft’s own time counts; then the one that was given, then that of the event before', () => {
  const renamed = (at?: number): EventDraft => ({
    type: 'thread.renamed',
    title: 'x',
    ...(at === undefined ? {} : { at }),
  });
  const times = (now?: number): number[] =>
    appendDrafts({ id: 't', seq: 7, at: 3 }, [renamed(), renamed(9), renamed()], now).map(({ at }) => at);
  expect([times(), times(5)]).toEqual([
    [3, 9, 9],
    [5, 9, 5],
  ]);
});
