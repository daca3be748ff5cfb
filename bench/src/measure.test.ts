import { expect, test } from 'vitest';
import { interleave, processorMs } from './measure.ts';

test('the sides take turns, after one short turn each, and no fewer than three times', async () => {
  const turns: string[] = [];
  const side = (name: string, units: number) => (): number => {
    turns.push(name);
    return units;
  };
  const rates = await interleave({ ours: side('ours', 7), theirs: side('theirs', 5) }, { budgetMs: 0, runMs: 10 });
  expect(turns).toEqual(Array.from({ length: 4 }, () => ['ours', 'theirs']).flat());
  expect(rates).toMatchObject({ oursDone: 7, theirsDone: 5 });
  expect(rates.ours).toBeGreaterThan(0);
});

test('a side is told when to stop', async () => {
  const left: number[] = [];
  const work = (deadline: number): number => left.push(deadline - performance.now());
  await interleave({ ours: work, theirs: work }, { budgetMs: 0, runMs: 50 });
  for (const ms of left) expect(ms).toBeLessThanOrEqual(50);
});

test('a run takes what its clock says: for processor time, waiting is nothing', async () => {
  const work = (): number => 6;
  let now = 0;
  const clock = (): number => (now += 3);
  const rates = await interleave({ ours: work, theirs: work }, { budgetMs: 0, runMs: 10, clock });
  expect([rates.ours, rates.theirs]).toEqual([2, 2]);
  const before = processorMs();
  let sum = 0;
  while (processorMs() === before) sum += Math.sqrt(sum + 1);
  expect(processorMs()).toBeGreaterThan(before);
});
