import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { foldListed, foldListedPage, newListedThread } from './listed-thread.ts';
import type { ListedThread } from './listed-thread.ts';

function seen({ state, shown, drawn, left, counts, shownCounts, pending }: ListedThread): string {
  const views = [counts.view, shownCounts.view, pending.view];
  return JSON.stringify([known(state), known(shown), drawn.view.items, left, ...views]);
}

function known({ checkpoints, ...state }: ThreadState): unknown {
  return [state, checkpoints.toArray().map(({ seq }) => seq)];
}

function oneByOne(events: readonly LedgerEvent[]): ListedThread {
  return events.reduce(foldListed, newListedThread(events[0]?.thread ?? ''));
}

function inPages(events: readonly LedgerEvent[], size: number): ListedThread {
  let thread = newListedThread(events[0]?.thread ?? '');
  for (let start = 0; start < events.length; start += size) {
    thread = foldListedPage(thread, events.slice(start, start + size));
  }
  return thread;
}

it.each(goldenNames)('[L1] a thread of the list is the same in pages as one by one: %s', (name) => {
  const events = readGolden(name);
  for (const size of [1, 7, events.length]) expect(seen(inPages(events, size))).toBe(seen(oneByOne(events)));
});

it('[L1] any history, in pages of any size, and then back to any two of its boundaries', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.integer({ min: 1, max: 40 }), fc.nat(), (events, size, to) => {
      const paged = inPages(events, size);
      const single = oneByOne(events);
      expect(seen(paged)).toBe(seen(single));
      const { id, seq } = paged.state;
      const back: LedgerEvent = { v: 1, thread: id, seq: seq + 1, at: 0, type: 'thread.rewound', to: to % (seq + 1) };
      const again: LedgerEvent = { ...back, seq: seq + 2, to: (to * 7) % (seq + 1) };
      const both = (thread: ListedThread): ListedThread => [back, again].reduce(foldListed, thread);
      expect(seen(both(paged))).toBe(seen(both(single)));
    }),
  );
});
