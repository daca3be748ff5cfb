import type { AbortSignalLike } from './model.ts';

/** The result of the work, unless it is cut off before: then the result is dropped. `await untilAborted(() => ask(), signal)` */
export async function untilAborted<T>(
  work: () => T | Promise<T>,
  signal: AbortSignalLike | undefined,
): Promise<{ readonly value: T } | 'aborted'> {
  if (signal === undefined) return { value: await work() };
  if (signal.aborted) return 'aborted';
  let cut = (): void => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    cut = () => resolve('aborted');
    signal.addEventListener('abort', cut, { once: true });
  });
  try {
    return await Promise.race([Promise.resolve(work()).then((value) => ({ value })), aborted]);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
