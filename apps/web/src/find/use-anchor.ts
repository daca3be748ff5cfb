import type { Timeline } from '@toolthread/core';
import { wayTo } from '@toolthread/core/lines';
import type { EarlierItems, ThreadViewHandle } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { keyInAddress } from './item-address.ts';

/** Leads to the item that the address names: when the thread opens, as soon as it has come, and when the address changes. */
export function useAnchor(
  items: Timeline['items'],
  earlier: EarlierItems | undefined,
  view: RefObject<ThreadViewHandle | null>,
): void {
  const [wanted, setWanted] = useState(() => keyInAddress(location.hash));
  useEffect(() => {
    const onChange = (): void => setWanted(keyInAddress(location.hash));
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  const isHere = wanted !== undefined && wayTo(items, wanted) !== undefined;
  useEffect(() => {
    if (wanted !== undefined && !isHere) void earlier?.read('all');
  }, [wanted, isHere, earlier]);
  useEffect(() => {
    if (wanted === undefined || !isHere) return;
    setWanted(undefined);
    view.current
      ?.show(wanted)
      .then((element) => element?.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true }))
      .catch(() => undefined);
  }, [wanted, isHere]);
}
