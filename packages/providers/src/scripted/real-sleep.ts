import type { AbortSignalLike } from '@toolthread/core/context';

/** Resolves after `ms`, or at once when the signal aborts. */
export function realSleep(ms: number, signal: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', wake, { once: true });
  });
}
