import { foldThread, newThread, threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { exampleEvents } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { FoldedEvents } from './folded-events.ts';

test.each(goldenLedgers)(
  '%s: however its events are given, more or fewer, the thread is that of the events',
  (_, events) => {
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 6 }), (lengths) => {
        const folded = new FoldedEvents();
        for (const length of lengths) {
          const given = events.slice(0, length);
          expect(timeline(folded.thread(given))).toEqual(timeline(threadOf(given)));
        }
      }),
      { numRuns: 5 },
    );
  },
);

test('[L5] what was folded is not folded again', () => {
  const read: number[] = [];
  const watched = exampleEvents.map((event) =>
    Object.defineProperty({ ...event }, 'at', { enumerable: true, get: () => (read.push(event.seq), event.at) }),
  );
  const folded = new FoldedEvents();
  folded.thread(watched.slice(0, 10));
  read.length = 0;
  folded.thread(watched.slice(0, 10));
  folded.thread(watched);
  expect(new Set(read)).toEqual(new Set(watched.slice(10).map(({ seq }) => seq)));
});

test('the events of another thread are another thread', () => {
  const folded = new FoldedEvents();
  folded.thread(exampleEvents);
  const other: LedgerEvent[] = exampleEvents.map((event) => ({ ...event, thread: 't2' }));
  expect([folded.thread(other).state.id, folded.thread([]).state.id]).toEqual(['t2', '']);
  expect(folded.thread(exampleEvents)).toEqual(exampleEvents.reduce(foldThread, newThread('t1')));
});
