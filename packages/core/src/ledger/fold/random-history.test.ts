import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { Entry, GroupItem, Item } from '../../timeline/item.ts';
import { callOf } from '../../timeline/place/open-group.ts';
import { countIn, emptyTally } from '../../timeline/place/tally.ts';
import { foldThread, newThread, threadOf, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import { callStatus } from '../call.ts';
import type { Call } from '../call.ts';
import type { LedgerEvent } from '../ledger-event.ts';

const THREAD = 'random';
const RUNS = { numRuns: 300 };

function* everyItem(items: Iterable<Item>): Iterable<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === 'section') yield* everyItem(item.items);
    if (item.kind !== 'group') continue;
    for (const entry of item.entries) {
      if (entry.kind !== 'call') continue;
      for (const child of entry.children) yield* everyItem(child.items);
    }
  }
}

function groupsOf(state: Thread): GroupItem[] {
  return [...everyItem(timeline(state).items)].filter((item) => item.kind === 'group');
}

function callsOf({ entries }: GroupItem): Call[] {
  return [...entries].flatMap((entry) => callOf(entry) ?? []);
}

function entriesOf(state: Thread): Entry[] {
  return groupsOf(state).flatMap((group) => [...group.entries]);
}

function picture(state: Thread): string {
  return JSON.stringify(timeline(state).items);
}

describe('any history', () => {
  it('[L1] delivered with repeats and overlaps gives the same state as delivered once', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.array(fc.nat(60), { maxLength: 8 }), (events, cuts) => {
        let state = threadOf(events.slice(0, 1));
        for (const at of cuts) {
          for (const event of events.slice(at % events.length)) {
            if (event.seq <= state.state.seq + 1) state = foldThread(state, event);
          }
        }
        for (const event of events) state = foldThread(state, event);
        const once = threadOf(events);
        expect(picture(state)).toBe(picture(once));
        expect(state.state.anomalies.count).toBe(once.state.anomalies.count);
      }),
      RUNS,
    );
  });

  it('[L1] leaves the states before it as they were', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(60), (events, at) => {
        const early = threadOf(events.slice(0, 1 + (at % events.length)));
        const before = picture(early);
        let state = early;
        for (const event of events) state = foldThread(state, event);
        expect(picture(early)).toBe(before);
      }),
      RUNS,
    );
  });

  it('draws every recorded call exactly once, as it is in the ledger', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const state = threadOf(events);
        const drawn = new Map<string, unknown>();
        for (const entry of entriesOf(state)) {
          if (entry.kind !== 'call') continue;
          expect(drawn.has(entry.key)).toBe(false);
          drawn.set(entry.key, entry.call);
        }
        for (const item of everyItem(timeline(state).items)) {
          if (item.kind === 'request' && item.call?.state.name === 'waiting') drawn.set(item.call.place, item.call);
        }
        for (const [place, call] of state.state.calls.byPlace.entries()) expect(drawn.get(place)).toBe(call);
      }),
      RUNS,
    );
  });

  it('[L3] counts in a group’s header exactly what its entries are, and what of it waits for a person below', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        for (const group of groupsOf(threadOf(events))) {
          let tally = emptyTally;
          for (const call of callsOf(group)) tally = countIn(tally, callStatus(call));
          expect(group.tally).toEqual(tally);
        }
      }),
      RUNS,
    );
  });

  it('[L3] closed, has no call that looks unfinished and no group that looks busy', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const last = events.length + 1;
        const closing: LedgerEvent = { v: 1, thread: THREAD, seq: last, at: last, type: 'thread.closed' };
        const state = threadOf([...events, closing]);
        for (const [, call] of state.state.calls.byPlace.entries()) expect(call.state.name).toBe('settled');
        for (const group of groupsOf(state)) expect(group.active || group.live !== '').toBe(false);
        for (const item of everyItem(timeline(state).items)) {
          if (item.kind === 'request') expect(item.request.settled).toBeDefined();
        }
      }),
      RUNS,
    );
  });

  it('keeps every item’s place and key until a rewind', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        let state = newThread(THREAD);
        let keys: string[] = [];
        for (const event of events) {
          state = foldThread(state, event);
          const next = timeline(state)
            .items.toArray()
            .map((item) => item.key);
          if (event.type !== 'thread.rewound') expect(next.slice(0, keys.length)).toEqual(keys);
          keys = next;
        }
        const all = [...everyItem(timeline(state).items)].map((item) => item.key);
        expect(new Set(all).size).toBe(all.length);
      }),
      RUNS,
    );
  });

  it('shows every kept result: under its call, or as an orphan', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const state = threadOf(events);
        const orphans = [...everyItem(timeline(state).items)].filter((item) => item.kind === 'orphan').length;
        let waiting = 0;
        for (const [, results] of state.state.calls.early.entries()) waiting += results.length;
        expect(orphans).toBe(waiting);
      }),
      RUNS,
    );
  });

  it('never holds the words of a settled step in the live line, nor in two places', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const state = threadOf(events);
        for (const group of groupsOf(state)) {
          if (group.live === '') continue;
          const open = [...state.state.steps.entries()].some(
            ([, step]) => step.end === undefined && step.scope === group.scope,
          );
          expect(open).toBe(true);
        }
      }),
      RUNS,
    );
  });
});
