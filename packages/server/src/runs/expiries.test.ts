import type { Expiry, Ledger } from '@toolthread/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiries, type Expiries } from './expiries.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Watched {
  readonly expiries: Expiries;
  readonly woken: string[];
  readonly errors: string[];
  /** How often the ledger was asked. */
  readonly looks: () => number;
}

/** When the requests of each thread run out, in the ledger; it may change. */
type Times = { [thread: string]: number };

function watch(times: Times, nextExpiry: Ledger['nextExpiry'] = inMemory(times), lookMs?: number): Watched {
  const woken: string[] = [];
  const errors: string[] = [];
  let looks = 0;
  const expiries = createExpiries({
    ledger: {
      nextExpiry: (after) => {
        looks += 1;
        return nextExpiry(after);
      },
    },
    now: Date.now,
    onExpired: (thread) => woken.push(thread),
    onError: (error) => errors.push(String(error)),
    ...(lookMs === undefined ? {} : { lookMs }),
  });
  expiries.look();
  return { expiries, woken, errors, looks: () => looks };
}

function inMemory(times: Times): Ledger['nextExpiry'] {
  return async (after) => {
    const later = Object.entries(times).filter(([, at]) => at > after);
    const at = Math.min(...later.map(([, time]) => time));
    const next: Expiry = { at, threads: later.filter(([, time]) => time === at).map(([thread]) => thread) };
    return { ok: true, value: later.length === 0 ? undefined : next };
  };
}

test('each thread is looked at when its time has passed, and not when it has only come', async () => {
  const { woken } = watch({ a: 2000, b: 3000, c: 2000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect([Date.now(), woken]).toEqual([2000, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual(['a', 'c']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(woken).toEqual(['a', 'c', 'b']);
});

test('[L6] what ran out while no server was there is looked at after the start', async () => {
  const { woken } = watch({ a: 10, b: 999, c: 5000 });
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toEqual(['a', 'b']);
});

test('a request that is opened later and runs out sooner is in time; so is one that ran out as it was opened', async () => {
  const times: Times = { a: 9000 };
  const { expiries, woken } = watch(times);
  await vi.advanceTimersByTimeAsync(1000);
  times['b'] = 3000;
  expiries.note(3000);
  await vi.advanceTimersByTimeAsync(1001);
  expect(woken).toEqual(['b']);
  delete times['b'];
  times['c'] = 2500;
  expiries.note(2500);
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toEqual(['b', 'c']);
});

test('one that was settled meanwhile is forgotten', async () => {
  const times: Times = { a: 2000 };
  const { woken } = watch(times);
  await vi.advanceTimersByTimeAsync(500);
  delete times['a'];
  await vi.advanceTimersByTimeAsync(5000);
  expect(woken).toEqual([]);
});

test('nobody is asked again and again: one look for each expiry, also for threads that do nothing about it', async () => {
  const { woken, looks } = watch(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`t${i}`, 2000])));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(woken).toHaveLength(100);
  expect(looks()).toBe(3);
});

test('a time further away than a timer reaches is reached all the same', async () => {
  const year = 365 * 24 * 3600 * 1000;
  const { woken } = watch({ a: year });
  await vi.advanceTimersByTimeAsync(year - 1000);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual(['a']);
});

test('a ledger that fails is asked again later, and the failure is told', async () => {
  const times: Times = { a: 2000 };
  const kept = inMemory(times);
  const failures: Ledger['nextExpiry'][] = [
    async () => ({ ok: false, error: { code: 'unavailable', message: 'locked' } }),
    () => Promise.reject(new Error('a fault')),
  ];
  const { woken, errors } = watch(times, (after) => (failures.shift() ?? kept)(after));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([errors, woken]).toEqual([['Error: locked', 'Error: a fault'], []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(woken).toEqual(['a']);
});

test('after close nobody is looked at, and no timer is left', async () => {
  const { expiries, woken } = watch({ a: 2000 });
  await vi.advanceTimersByTimeAsync(100);
  await expiries.close();
  expect(vi.getTimerCount()).toBe(0);
  expiries.look();
  expiries.note(1500);
  await vi.advanceTimersByTimeAsync(5000);
  expect(woken).toEqual([]);
});

test('[issue 14] a request that another node opened is found by looking again, before and after the next one known here', async () => {
  const times: Times = {};
  const { woken } = watch(times, inMemory(times), 500);
  await vi.advanceTimersByTimeAsync(100);
  times['elsewhere'] = 1800;
  await vi.advanceTimersByTimeAsync(1000);
  expect(woken).toEqual(['elsewhere']);
  times['late'] = 60_000;
  await vi.advanceTimersByTimeAsync(500);
  times['soon'] = 3300;
  await vi.advanceTimersByTimeAsync(1000);
  expect(woken).toEqual(['elsewhere', 'soon']);
});
