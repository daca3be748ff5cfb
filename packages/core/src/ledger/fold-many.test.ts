import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { emptyThread } from './empty-thread.ts';
import type { LedgerEvent } from './event.ts';
import { fold, foldAll } from './fold.ts';
import { foldMany } from './fold-many.ts';
import type { ThreadState } from './state.ts';

/** All of the state but the checkpoints, each of which holds the ones before it. */
function plain({ checkpoints, ...state }: ThreadState): object {
  return { ...state, boundaries: [...checkpoints].map(({ seq }) => seq) };
}

function threadOf(events: readonly LedgerEvent[]): ThreadState {
  return emptyThread(events[0]?.thread ?? '');
}

describe('[L1] many events at once give what one by one gives', () => {
  it.each(goldenNames)('%s, in two parts cut anywhere', (name) => {
    const events = readGolden(name);
    const whole = plain(foldAll(events));
    for (let cut = 0; cut <= events.length; cut += 1) {
      const first = foldMany(threadOf(events), events.slice(0, cut));
      const before = JSON.stringify(plain(first));
      expect(plain(foldMany(first, events.slice(cut)))).toEqual(whole);
      expect(JSON.stringify(plain(first))).toBe(before);
    }
  });

  it('in any history, with rewinds in it, and gone on with one by one', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(), (events, place) => {
        const cut = place % (events.length + 1);
        const first = foldMany(threadOf(events), events.slice(0, cut));
        expect(plain(events.slice(cut).reduce(fold, first))).toEqual(plain(foldAll(events)));
        expect(plain(foldMany(threadOf(events), events))).toEqual(plain(foldAll(events)));
      }),
    );
  });

  it('every state that a rewind may go back to is the one that was', () => {
    fc.assert(
      fc.property(arbitraryHistory({ maxLength: 30 }), (events) => {
        const many = [...foldMany(threadOf(events), events).checkpoints];
        const one = [...foldAll(events).checkpoints];
        expect(many.map(({ seq }) => seq)).toEqual(one.map(({ seq }) => seq));
        many.forEach((checkpoint, index) => expect(plain(checkpoint.state)).toEqual(plain(one[index]!.state)));
      }),
      { numRuns: 40 },
    );
  });

  it('a rewind afterwards lands where it would have', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(), (events, place) => {
        const last = events.at(-1)!;
        const rewind: LedgerEvent = {
          v: 1,
          thread: last.thread,
          seq: last.seq + 1,
          at: last.at,
          type: 'thread.rewound',
          to: place % (last.seq + 1),
        };
        const many = foldMany(threadOf(events), events);
        expect(plain(fold(many, rewind))).toEqual(plain(foldAll([...events, rewind])));
      }),
    );
  });
});
