import type { Run } from './run.ts';

/** The wait before another attempt: until its time is over, a stop, or somebody wants it now. */
export async function waitForAttempt({ clock, signal, onWait }: Run, ms: number): Promise<void> {
  const now = new AbortController();
  const isOver = onWait?.(() => now.abort());
  try {
    await clock.sleep(ms, AbortSignal.any([signal, now.signal]));
  } finally {
    isOver?.();
  }
}
