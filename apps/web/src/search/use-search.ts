import { useEffect, useState } from 'react';
import { askSearch } from './ask-search.ts';
import type { SearchAnswer } from '@toolthread/server/answers';
import { askedSearch, isAnswerable } from '@toolthread/core/lines';
import { isSameAnswer } from './is-same-answer.ts';

/** Who types is not answered after each letter. */
const PAUSE_MS = 150;
/** Sessions grow while somebody looks: the server is asked again, and sooner while it has not looked at all of them. */
const AGAIN_MS = 4_000;
const SOON_MS = 1_500;

/** A shorter word is found beside a longer one only, or beside what else must hold. */
export function isEnough(words: string): boolean {
  return isAnswerable(askedSearch(words));
}

/** What was found for these words, or for those before while these are looked for. Undefined: nothing is known yet. */
export function useSearch(words: string): SearchAnswer | undefined {
  const [page, setPage] = useState<SearchAnswer>();
  useEffect(() => {
    if (!isEnough(words)) {
      setPage(undefined);
      return undefined;
    }
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = document.visibilityState === 'visible' ? await askSearch(words, stop.signal) : undefined;
      if (stop.signal.aborted) return;
      if (answer !== undefined) setPage((before) => (isSameAnswer(before, answer) ? before : answer));
      timer = setTimeout(() => void ask(), answer === undefined || answer.read < answer.total ? SOON_MS : AGAIN_MS);
    };
    let timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [words]);
  return page;
}
