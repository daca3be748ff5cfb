import type { Timeline } from '@toolthread/core';
import { hitsOf } from '@toolthread/core/lines';
import type { Hit } from '@toolthread/core/lines';
import { useEffect, useRef, useState } from 'react';

export interface Hits {
  readonly list: readonly Hit[];
  /** All of the thread was looked through. */
  readonly complete: boolean;
}

const none: Hits = { list: [], complete: true };
/** Before the first look: what was found of other words is not of these. */
const unknown: Hits = { list: [], complete: false };

/** The page may be blocked for this long while it searches. */
const SLICE_MS = 8;
/** A thread that grows is looked through again, now and then. */
const AGAIN_MS = 700;

/** Where the phrases are in the whole thread; of several, all are in one text. It is looked through in slices, between which the page goes on. Without items, all of it is not here yet. */
export function useHits(items: Timeline['items'] | undefined, phrases: readonly string[]): Hits {
  const words = JSON.stringify(phrases);
  const isNothing = phrases.every((phrase) => phrase.trim() === '');
  const [hits, setHits] = useState<Hits & { readonly words: string }>({ ...none, words: '' });
  const isHere = items !== undefined;
  const newest = useRef(items);
  useEffect(() => {
    newest.current = items;
  });
  useEffect(() => {
    if (isNothing || newest.current === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let first = true;
    const look = (): void => {
      const { current: looked } = newest;
      if (looked === undefined) return;
      const list: Hit[] = [];
      const looking = hitsOf(looked, phrases)[Symbol.iterator]();
      const slice = (): void => {
        const until = performance.now() + SLICE_MS;
        while (performance.now() < until) {
          const { done, value } = looking.next();
          if (done === true) {
            setHits({ list, complete: true, words });
            first = false;
            timer = setTimeout(wait, AGAIN_MS, looked);
            return;
          }
          if (value !== undefined) list.push(value);
        }
        // What was found before stays until all is known again: a count does not jump.
        if (first) setHits({ list: [...list], complete: false, words });
        timer = setTimeout(slice);
      };
      slice();
    };
    const wait = (looked: Timeline['items']): void => {
      if (newest.current === looked) timer = setTimeout(wait, AGAIN_MS, looked);
      else look();
    };
    look();
    return () => clearTimeout(timer);
  }, [words, isHere]);
  if (isNothing) return none;
  return isHere && hits.words === words ? hits : unknown;
}
