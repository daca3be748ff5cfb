import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a deadline', () => {
  test('is over after its time, from the last beginning', () => {
    using deadline = new Deadline(100, new AbortController().signal);
    vi.advanceTimersByTime(90);
    deadline.begin();
    vi.advanceTimersByTime(90);
    deadline.pause();
    vi.advanceTimersByTime(1000);
    expect([deadline.signal.aborted, deadline.isLate]).toEqual([false, false]);
    deadline.begin();
    vi.advanceTimersByTime(100);
    expect([deadline.signal.aborted, deadline.isLate]).toEqual([true, true]);
  });

  test.each(['before', 'later'])('a stop ends it at once, and is not late: one that came %s', (when) => {
    const stop = new AbortController();
    if (when === 'before') stop.abort();
    using deadline = new Deadline(100, stop.signal);
    stop.abort();
    vi.advanceTimersByTime(1000);
    expect([deadline.signal.aborted, deadline.isLate]).toEqual([true, false]);
  });

  test('leaves no timer and no listener behind', () => {
    const stop = new AbortController();
    let signal: AbortSignal;
    {
      using deadline = new Deadline(100, stop.signal);
      ({ signal } = deadline);
    }
    expect(vi.getTimerCount()).toBe(0);
    stop.abort();
    expect(signal.aborted).toBe(false);
  });
});
