import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldTrusted } from './fold-trusted.ts';
import { foldThread, newThread, threadOf, timeline } from './timeline.ts';
import type { Thread } from './timeline.ts';

function seen(thread: Thread): string {
  const { checkpoints, ...state } = thread.state;
  return JSON.stringify([state, timeline(thread), checkpoints.toArray().map(({ seq }) => seq)]);
}

/** In one go, or in two: what came before the second is not folded again. */
function inPieces(events: readonly LedgerEvent[], cut: number): Thread {
  const start = foldTrusted(newThread(events[0]?.thread ?? ''), events.slice(0, cut));
  return foldTrusted(start, events.slice(cut));
}

it.each(goldenNames)('[L1] many at once give what one by one gives: %s', (name) => {
  const events = readGolden(name);
  for (const cut of [0, events.length >> 1]) expect(seen(inPieces(events, cut))).toBe(seen(threadOf(events)));
});

it('[L1] any history, in any two pieces, and then back to any of its boundaries', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.nat(), fc.nat(), (events, cut, to) => {
      const many = inPieces(events, cut % (events.length + 1));
      const single = threadOf(events);
      expect(seen(many)).toBe(seen(single));
      const { id, seq } = many.state;
      const back: LedgerEvent = { v: 1, thread: id, seq: seq + 1, at: 0, type: 'thread.rewound', to: to % (seq + 1) };
      const again: LedgerEvent = { ...back, seq: seq + 2, to: (to * 7) % (seq + 1) };
      const both = (thread: Thread): Thread => foldThread(foldThread(thread, back), again);
      expect(seen(both(many))).toBe(seen(both(single)));
    }),
  );
});
