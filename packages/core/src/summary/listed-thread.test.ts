import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import { PersistentMap } from '../structure/persistent-map.ts';
import { Vector } from '../structure/vector.ts';
import { threadOf } from '../timeline/timeline.ts';
import { foldListed, foldListedPage, foldListedPageSteps, foldListedSteps, newListedThread } from './listed-thread.ts';
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

it('[M2] a page in steps is the same, and lets others have a turn after every twenty events', () => {
  for (const name of goldenNames) {
    const events = readGolden(name);
    const steps = foldListedPageSteps(newListedThread(events[0]?.thread ?? ''), events);
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses += 1;
    expect(seen(step.value)).toBe(seen(oneByOne(events)));
    expect(pauses).toBe(Math.max(0, Math.ceil(events.length / 20) - 1));
  }
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

it('[M3] the end of a thread over thousands of open calls is taken in pieces, and is what the timeline alone makes of it', () => {
  const writer = new LedgerWriter('t');
  writer.write({ type: 'agent.step.started', step: 1 });
  for (let part = 0; part < 5000; part += 1)
    writer.write({ type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'look', arguments: '{}' });
  const open = oneByOne(writer.events);
  writer.write({ type: 'thread.closed' });
  const changes = vi.spyOn(Vector.prototype, 'set');
  const settled = vi.spyOn(PersistentMap.prototype, 'setAll');
  onTestFinished(() => {
    changes.mockRestore();
    settled.mockRestore();
  });
  const steps = foldListedSteps(open, writer.events.at(-1)!);
  const settledIn = (all: readonly (readonly [readonly unknown[]])[]): number =>
    all.reduce((sum, [values]) => sum + values.length, 0);
  let [longest, mostSettled] = [0, 0];
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    longest = Math.max(longest, changes.mock.calls.length);
    mostSettled = Math.max(mostSettled, settledIn(settled.mock.calls));
    changes.mockClear();
    settled.mockClear();
  }
  // The law: of the calls, each of which changes its group and its place in it, a piece has a thousand.
  expect(longest).toBeLessThanOrEqual(2 * 1000);
  expect(mostSettled).toBe(1000);
  const { state, drawn } = threadOf(writer.events);
  expect([step.value.state, step.value.drawn.view]).toEqual([state, drawn.view]);
  expect(step.value.counts.view).toEqual({ calls: 5000, failed: 0, open: 0 });
});
