import { latePart, loadCalls } from '@toolthread/react';
import { latePage } from '../late/late-page.tsx';

/** The page for a new thread. */
export const NewThreadPage = latePage(async () => (await import('./new-thread-page.tsx')).NewThreadPage);

/** The page of a thread. */
export const OpenThread = latePage(async () => {
  // They are here before the thread's events are: nothing is drawn plainly first. Without them, the thread asks again.
  loadCalls().catch(() => undefined);
  return (await import('./open-thread.tsx')).OpenThread;
});

/** The page of a thread for whoever has a link to it. */
export const LinkPage = latePart(async () => (await import('../page/link-page.tsx')).LinkPage);

/** What the address asks for is here before anything is drawn, so that nothing moves when it comes. The other page follows. */
export async function loadPages(thread: string | undefined): Promise<void> {
  const [first, then] = thread === undefined ? [NewThreadPage, OpenThread] : [OpenThread, NewThreadPage];
  // Where one is not available, it asks again by itself.
  await first.load().catch(() => undefined);
  then.load().catch(() => undefined);
}
