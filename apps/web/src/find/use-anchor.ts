import type { Timeline } from '@toolthread/core';
import { wayTo } from '@toolthread/core/lines';
import type { EarlierItems, ThreadViewHandle } from '@toolthread/react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { placeInAddress } from './item-address.ts';
import type { NamedPlace } from './item-address.ts';
import { leadTo, markWords } from './lead-to.ts';

export interface AnchorOptions {
  readonly earlier?: EarlierItems | undefined;
  /** Other words are looked for: those of the address are not marked any more. */
  readonly isFinding?: boolean;
}

/**
 * Leads to the item that the address names, and marks the words that a search found there: when the thread opens, as soon as it has arrived, and when the address
 * changes.
 */
export function useAnchor(
  items: Timeline['items'],
  view: RefObject<ThreadViewHandle | null>,
  { earlier, isFinding = false }: AnchorOptions = {},
): void {
  const [wanted, setWanted] = useState(() => placeInAddress(location.hash));
  const unmark = useRef<() => void>(undefined);
  /** Where the address leads to now. */
  const goal = useRef<NamedPlace>(undefined);
  const forget = (): void => {
    goal.current = undefined;
    unmark.current?.();
    unmark.current = undefined;
  };
  useEffect(() => {
    const onChange = (): void => setWanted(placeInAddress(location.hash));
    window.addEventListener('hashchange', onChange);
    return () => {
      window.removeEventListener('hashchange', onChange);
      forget();
    };
  }, []);
  useEffect(() => {
    if (isFinding) forget();
  }, [isFinding]);
  const isHere = wanted !== undefined && wayTo(items, wanted.key) !== undefined;
  useEffect(() => {
    if (wanted !== undefined && !isHere) void earlier?.read('all');
  }, [wanted, isHere, earlier]);
  useEffect(() => {
    if (wanted === undefined || !isHere) return;
    const { key, phrases } = wanted;
    setWanted(undefined);
    forget();
    goal.current = wanted;
    const isWanted = (): boolean => goal.current === wanted;
    leadTo(view.current, { key, phrases, isWanted })
      .then((element) => {
        if (!isWanted()) return;
        element?.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
        if (element !== undefined && phrases.length > 0) unmark.current = markWords(element, { phrases });
      })
      .catch(() => undefined);
  }, [wanted, isHere]);
}
