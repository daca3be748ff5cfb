import { isLockedOut, listThreads } from '@toolthread/client';
import { server } from '../page/server.ts';
import { lookOf, noticesOf } from './notices-of.ts';
import type { Look, Notice } from './notices-of.ts';

/** What one tab tells all of them, itself too. */
export interface News {
  readonly look: Look;
  readonly notices: readonly Notice[];
}

/** Looks at the list of threads again and again. `before`: how it was when the tab that did this before looked last. */
export async function watchThreads(
  before: Look | undefined,
  signal: AbortSignal,
  tell: (news: News) => void,
): Promise<void> {
  let last = before;
  const clock = startClock(signal);
  while (!signal.aborted) {
    const answer = await listThreads(server, { place: 'list' });
    if (!answer.ok && isLockedOut(answer.error)) return;
    if (answer.ok) {
      const { threads } = answer.value;
      const now = Date.now();
      const notices = last === undefined ? [] : noticesOf(last, threads, now);
      last = lookOf(threads, now);
      tell({ look: last, notices });
    }
    await clock();
  }
}

/** Returns a function that waits for the next tick, or the end. */
function startClock(signal: AbortSignal): () => Promise<void> {
  const worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' });
  let wake = (): void => undefined;
  worker.addEventListener('message', () => wake());
  signal.addEventListener('abort', () => {
    worker.terminate();
    wake();
  });
  return () =>
    new Promise((resolve) => {
      wake = resolve;
      if (signal.aborted) resolve();
    });
}
