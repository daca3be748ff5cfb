/** Time, as the agent needs it: injected, so that no test waits and no law depends on the machine. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      // On a busy machine a moment has passed before one waits for it; Node warns of times below zero.
      const timer = setTimeout(wake, signal?.aborted === true ? 0 : Math.max(ms, 0));
      signal?.addEventListener('abort', wake, { once: true });
    }),
};
