import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { askSessions } from './ask-sessions.ts';
import type { SessionPage, Sought } from './ask-sessions.ts';
import { isSameAnswer } from '../search/is-same-answer.ts';

/** How long after an answer the list is asked for again. */
const EVERY_MS = 3_000;

/**
 * The list, asked for again and again while it is in sight: one request at a time. Undefined until the first answer is here. `none`: none is asked for, or
 * this server shows none.
 */
export function useSessions(
  sought: Sought | 'none',
  seen: RefObject<HTMLElement | null>,
): SessionPage | 'none' | undefined {
  const [page, setPage] = useState<SessionPage | 'none'>();
  const isInSight = useIsInSight(seen, page !== undefined);
  useEffect(() => {
    if (sought === 'none' || page === 'none' || (page !== undefined && !isInSight)) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const answer = document.visibilityState === 'visible' ? await askSessions(sought, stop.signal) : undefined;
      if (stop.signal.aborted) return;
      if (answer !== undefined) setPage((before) => (isSameAnswer(before, answer) ? before : answer));
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [JSON.stringify(sought), isInSight, page === 'none']);
  return sought === 'none' ? 'none' : page;
}

/** `drawn`: the element is there to be looked at. */
function useIsInSight(seen: RefObject<HTMLElement | null>, drawn: boolean): boolean {
  const [isInSight, setIsInSight] = useState(true);
  useEffect(() => {
    const element = seen.current;
    if (element === null) return undefined;
    const watched = new IntersectionObserver((entries) => setIsInSight(entries.at(-1)?.isIntersecting === true));
    watched.observe(element);
    return () => watched.disconnect();
  }, [drawn]);
  return isInSight;
}
