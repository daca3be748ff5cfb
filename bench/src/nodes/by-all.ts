import type { Work } from '../measure.ts';

/** Threads in which something is said at the same time. */
export const AT_ONCE = 8;

/** Each thread one append after the other, all threads at once. */
export function byAll(threads: readonly string[], append: (thread: string) => Promise<void> | void): Work {
  return async (deadline) => {
    let done = 0;
    await Promise.all(
      threads.map(async (thread) => {
        for (; performance.now() < deadline; done += 1) await append(thread);
      }),
    );
    return done;
  };
}
