/** The short one; the long one is `npm run chaos`. */
import { expect, test } from 'vitest';
import { chaos } from './chaos.ts';

test('[L6] three nodes, killed at random, and a database that is restarted: nothing acknowledged is lost, there is no gap, and no call starts twice', async () => {
  const { faults, done, interrupted, runs } = await chaos({
    runs: 20,
    seed: 7,
    trouble: 'crashes',
    endEveryMs: 2000,
    restartEveryMs: 4000,
    tell: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(done + interrupted).toBe(runs);
});

test('[L6] a rolling restart of three nodes under load loses no run: each is done, or goes on at another node with what was cut off told, and no call starts twice', async () => {
  const { faults, done, interrupted, runs, ends } = await chaos({
    runs: 20,
    seed: 7,
    trouble: 'rolling restarts',
    endEveryMs: 1000,
    restartEveryMs: 0,
    tell: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(done + interrupted).toBe(runs);
  expect(ends).toBeGreaterThanOrEqual(3);
});
