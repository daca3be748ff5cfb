/** For a schema or a policy that has to look something up. In real time, not in the run's clock. */
export const LONGEST_CHECK_MS = 30_000;

/** `await inTime(tool.accept(given), signal)`: rejects when the answer takes too long, and at once when the signal aborts. */
export function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (reason: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (reason !== '') reject(new Error(reason));
    };
    const onAbort = (): void => leave('Stopped.');
    const timer = setTimeout(() => leave(`No answer within ${LONGEST_CHECK_MS / 1000} seconds.`), LONGEST_CHECK_MS);
    answer.then(resolve, reject).finally(() => leave(''));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
