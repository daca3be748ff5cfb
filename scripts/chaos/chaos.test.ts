/** The short one; the long one is `npm run chaos`. */
import { expect, test } from 'vitest';
import { chaos } from './chaos.ts';

test('[L6] three nodes, killed at random, and a database that is restarted: nothing acknowledged is lost, there is no gap, and no call starts twice', async () => {
  const { faults, done, interrupted, runs } = await chaos({
    runs: 20,
    seed: 7,
    killEveryMs: 2000,
    restartEveryMs: 4000,
    tell: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(done + interrupted).toBe(runs);
});
