import type { DatabaseReach } from '@toolthread/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settledReach } from './settled-reach.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away: DatabaseReach = { is: 'away', why: 'it is restarted' };
const back: DatabaseReach = { is: 'back' };

test('[issue 14] a database that comes and goes within a moment is told of once, and then what holds', () => {
  const told: string[] = [];
  const hear = settledReach(({ is }) => void told.push(is));
  for (const reach of [away, back, away, back, away, back]) {
    hear(reach);
    vi.advanceTimersByTime(60);
  }
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['away', 'back']);
});

test('[issue 14] one that stays away is told of, and later that it is back; one that never settles is told of, too', () => {
  const told: string[] = [];
  const hear = settledReach(({ is }) => void told.push(is));
  hear(away);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['away']);
  hear(back);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['away', 'back']);
  for (let n = 0; n < 100; n += 1) {
    hear(n % 2 === 0 ? away : back);
    vi.advanceTimersByTime(60);
  }
  expect(told.length).toBeGreaterThan(4);
  expect(told.length).toBeLessThan(20);
});
