import { setTimeout as sleep } from 'node:timers/promises';

/** Time, as the agent needs it: injected, so that no test waits and no law depends on the machine. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => Date.now(),
  // On a busy machine the time may already be over; Node warns about a negative delay.
  sleep: (ms, signal) => sleep(Math.max(ms, 0), undefined, { signal }).catch(() => undefined),
};
