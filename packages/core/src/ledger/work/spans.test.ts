import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newObjects } from '../../../test/new-objects.ts';
import { coveredMs } from '../../timeline/lines/work-spans.ts';
import { clockSpans, NEW_CLOCK, saw } from './work-clock.ts';
import { joined, NO_SPANS, spansIn, without, withSpan } from './spans.ts';
import type { Span } from './spans.ts';

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

it.each([
  ['later', 1],
  ['earlier', -1],
])('[L5] a span that is %s than all others costs the same however many there are', (_, direction) => {
  const nth = (n: number): Span => [n * direction * 10, n * direction * 10 + 1];
  const made = (count: number): number => {
    const spans = Array.from({ length: count }, (_item, n) => nth(n)).reduce(withSpan, NO_SPANS);
    return newObjects(spans, withSpan(spans, nth(count))).length;
  };
  expect(made(4000)).toBeLessThan(made(40) + 12);
});
