import { useEffect, useState } from 'react';
import { sessionOf } from '@toolthread/server/answers';
import type { Seen } from './seen.ts';

/** The list is shown first, and then what is new in it. */
const load = async (): Promise<Seen> => (await import('./seen.ts')).seen;

/**
 * What is before the reader has been seen, until `at()`; nobody looks at a page in the background. `news`: what tells that there is something to see. Gives whether
 * something happened in another thread since it was seen.
 */
export function useSeeing(
  thread: string | undefined,
  at: () => number,
  news: readonly unknown[],
): ((id: string, at: number) => boolean) | undefined {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => void load().then(setSeen, () => undefined), []);
  useEffect(() => {
    if (thread === undefined || seen === undefined) return undefined;
    // The session that it shows is in a list of its own.
    const session = sessionOf(thread);
    const see = (): void => {
      seen.mark(thread, at());
      if (session !== undefined) seen.mark(session, Date.now());
    };
    const seeIfVisible = (): void => {
      if (document.visibilityState === 'visible') see();
    };
    seeIfVisible();
    // Also when it goes into the background, or is left: until then it was before the reader.
    document.addEventListener('visibilitychange', see);
    return () => {
      seeIfVisible();
      document.removeEventListener('visibilitychange', see);
    };
  }, [thread, seen, ...news]);
  return seen?.isUnread;
}
