import fc from 'fast-check';
import { expect, test } from 'vitest';
import { around, earlier, later, spanOf } from './entry-span.ts';
import type { EntrySpan } from './entry-span.ts';

const moves = { earlier, later, around } as const;
const anyMove = fc.oneof(
  fc.record({ to: fc.constantFrom('earlier', 'later') }),
  fc.record({ to: fc.constant('around'), entry: fc.nat() }),
  fc.record({ to: fc.constant('grow'), by: fc.nat(100) }),
);

test('[L5] however long the list, and wherever one goes in it: no more than 180 are mounted, and what was meant is among them', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.array(anyMove, { maxLength: 60 }), (begun, all) => {
      let length = begun;
      let chosen: EntrySpan | undefined;
      for (const move of all) {
        const before = spanOf(chosen, length);
        if (move.to === 'grow' && 'by' in move) {
          length += move.by;
          expect(spanOf(chosen, length).to === length).toBe(before.to === length - move.by);
        } else if (move.to === 'around' && 'entry' in move && length > 0) {
          const entry = move.entry % length;
          chosen = moves.around(entry, length);
          const { from, to } = spanOf(chosen, length);
          expect(from <= entry && entry < to).toBe(true);
        } else if (move.to === 'earlier' || move.to === 'later') {
          chosen = moves[move.to](before, length);
          const now = spanOf(chosen, length);
          if (move.to === 'earlier') expect(now.from).toBe(Math.max(0, before.from - 60));
          else expect(now.to).toBe(Math.min(length, before.to + 60));
        }
        const { from, to } = spanOf(chosen, length);
        expect(from >= 0 && to <= length && to - from <= 180 && to - from >= Math.min(60, length)).toBe(true);
      }
    }),
  );
});

test('the newest are shown until somebody goes elsewhere', () => {
  expect(spanOf(undefined, 12_500)).toEqual({ from: 12_440, to: 12_500 });
  expect(spanOf(undefined, 7)).toEqual({ from: 0, to: 7 });
});
