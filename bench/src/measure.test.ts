import { expect, test } from 'vitest';
import { interleave, processorMs } from './measure.ts';

// Each turn begins with a collection of all garbage, also of what other tests of this process have left: all is asked of one measurement.
test('the sides take turns, after one short turn each, and no fewer than three times; each is told when to stop, and takes what the clock says', async () => {
  const turns: string[] = [];
  const left: number[] = [];
  const side = (name: string, units: number) => (deadline: number) => {
    turns.push(name);
    left.push(deadline - performance.now());
    return units;
  };
  let now = 0;
  const clock = (): number => (now += 3);
  const sides = { ours: side('ours', 6), theirs: side('theirs', 12) };
  const rates = await interleave(sides, { budgetMs: 0, runMs: 50, clock });
  expect(turns).toEqual(Array.from({ length: 4 }, () => ['ours', 'theirs']).flat());
  for (const ms of left) expect(ms).toBeLessThanOrEqual(50);
  expect(rates).toEqual({ ours: 2, theirs: 4, oursDone: 6, theirsDone: 12 });
});

test('for processor time, waiting is nothing', () => {
  const before = processorMs();
  let sum = 0;
  while (processorMs() === before) sum += Math.sqrt(sum + 1);
  expect(processorMs()).toBeGreaterThan(before);
});
