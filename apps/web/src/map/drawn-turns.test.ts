import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnTurns, turnDrawnAt } from './drawn-turns.ts';
import type { Turn } from './turns-of.ts';

const turn: fc.Arbitrary<Turn> = fc.record({
  index: fc.nat(),
  label: fc.constant('x'),
  marks: fc.array(fc.constantFrom('plain', 'working', 'waiting', 'failed'), { maxLength: 8 }),
  calls: fc.nat(100_000),
});

test('however many turns: a line for each kind of mark, every mark in it, and every turn where it is pointed at', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 300 }), (turns) => {
      const drawn = drawnTurns(turns);
      expect(drawn.lines.length).toBeLessThanOrEqual(5);
      for (const mark of ['waiting', 'failed'] as const) {
        const marks = turns.flatMap(({ marks }) => marks).filter((each) => each === mark).length;
        const line = drawn.lines.find((each) => each.mark === mark)?.path ?? '';
        expect([...line.matchAll(/M/g)]).toHaveLength(marks);
      }
      for (const [index, middle] of drawn.middles.entries()) {
        expect(turnDrawnAt(drawn, middle / drawn.height)).toBe(index);
      }
    }),
  );
});
