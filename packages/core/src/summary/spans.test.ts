import { coveredMs } from '../timeline/lines/work-spans.ts';
import type { Span } from './work-clock.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockSpans, NEW_CLOCK, saw } from './work-clock.ts';
import { joined, NO_SPANS, spansIn, without, withSpan } from './spans.ts';

const MINUTE = 60_000;

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

it('spans that come one by one are those that come all at once', () => {
  fc.assert(
    fc.property(anySpans, (spans) => {
      expect(spansIn(spans.reduce(withSpan, NO_SPANS))).toEqual(joined(spans));
    }),
  );
});

it('a pause of more than five minutes counts as five', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 * MINUTE })), (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const expected = sorted
        .slice(1)
        .reduce((sum, at, index) => sum + Math.min(5 * MINUTE, at - (sorted[index] ?? at)), 0);
      expect(coveredMs(clockSpans(times.reduce(saw, NEW_CLOCK)).worked)).toBe(expected);
    }),
  );
});
