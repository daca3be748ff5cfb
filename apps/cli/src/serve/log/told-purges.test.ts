import { createHub } from '@toolthread/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toldPurges } from './told-purges.ts';

test('a purge is told of once, however many events it took and however often it is heard of; readers are woken each time', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const hub = toldPurges(createHub(), (thread) => told.push(thread));
  let woken = 0;
  hub.subscribe('t1', () => (woken += 1));
  for (let n = 0; n < 4; n += 1) {
    hub.notify('t1', 'purged');
    vi.advanceTimersByTime(2000);
  }
  hub.notify('t1');
  hub.notify('t2', 'purged');
  expect([told, woken]).toEqual([['t1', 't2'], 5]);
  vi.advanceTimersByTime(5000);
  hub.notify('t1', 'purged');
  expect(told).toEqual(['t1', 't2', 't1']);
});
