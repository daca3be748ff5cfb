import type { LedgerEvent } from '@toolthread/core';
import { coveredMs } from '@toolthread/core/lines';
import type { Span } from '@toolthread/core/lines';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventFacts } from './event-facts.ts';
import { joined, without, workTimes } from './work-times.ts';

const MINUTE = 60_000;
const START = 1_770_000_000_000;
const minutes = (...spans: readonly Span[]) => spans.map(([from, to]) => [START + from * MINUTE, START + to * MINUTE]);

/** One moment after the other, in which there is only whether it is in a span. */
const isIn = (spans: readonly Span[], at: number) => spans.some(([from, to]) => from <= at && at < to);

const anySpans = fc.array(
  fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 9 })).map(([from, ms]): Span => [from, from + ms]),
);

it('what is left of spans is what is in them and in no other', () => {
  fc.assert(
    fc.property(anySpans, anySpans, (spans, holes) => {
      const left = without(joined(spans), joined(holes));
      for (let at = 0; at < 60; at += 1) {
        expect(isIn(joined(spans), at)).toBe(isIn(spans, at));
        expect(isIn(left, at)).toBe(isIn(spans, at) && !isIn(holes, at));
      }
    }),
  );
});

it('a pause of more than five minutes counts as five', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 60 * MINUTE })), (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const expected = sorted
        .slice(1)
        .reduce((sum, at, index) => sum + Math.min(5 * MINUTE, at - (sorted[index] ?? at)), 0);
      expect(coveredMs(workTimes(sorted))).toBe(expected);
    }),
  );
});

it('while a question waits for a person there is no work; two at once are one wait; one that nobody answered is none', () => {
  const told = [
    [0, { type: 'thread.created' }],
    [1, { type: 'request.opened', kind: 'question', request: 'q1', call: 'c1', step: 1 }],
    [2, { type: 'request.opened', kind: 'approval', request: 'q2', call: 'c2', step: 1 }],
    [3, { type: 'request.resolved', request: 'q1', decision: 'once' }],
    [60, { type: 'request.resolved', request: 'q2', decision: 'once' }],
    [62, { type: 'request.opened', kind: 'question', request: 'q3', call: 'c3', step: 1 }],
    [64, { type: 'thread.renamed', title: 't' }],
  ] as const;
  const events = told.map(([minute, draft], index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: START + minute * MINUTE,
    ...draft,
  }));
  const { worked, workedMs, waited } = eventFacts(events);
  expect({ worked, waited }).toEqual({ worked: minutes([0, 1], [60, 64]), waited: minutes([1, 60]) });
  expect(workedMs).toBe(5 * MINUTE);
});
