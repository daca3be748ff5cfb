import { expect, test } from 'vitest';
import { interleave } from './measure.ts';

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
