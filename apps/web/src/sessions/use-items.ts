import { timeline } from '@toolthread/core';
import type { Thread, Timeline } from '@toolthread/core';
import { sessionState } from '@toolthread/core/summary';
import { useEffect, useMemo, useState } from 'react';
import { underWay } from './under-way.ts';

/** How often it is asked whether a session is still at work. */
const EVERY_MS = 5000;

/**
 * The items of a thread. Files do not say that a call runs: the last ones of a session, without results, are under way as long as the list says that somebody
 * works there. They are lost when nothing came for longer.
 */
export function useItems(thread: Thread, isSession: boolean): Timeline['items'] {
  const { items } = timeline(thread);
  const { at } = thread.state;
  const [now, setNow] = useState(Date.now);
  const isLive = isSession && sessionState('open', at, now) === 'working';
  useEffect(() => {
    setNow(Date.now());
    const looking = isLive ? setInterval(() => setNow(Date.now()), EVERY_MS) : undefined;
    return () => clearInterval(looking);
  }, [at, isLive]);
  return useMemo(() => {
    const last = items.last();
    if (!isLive || last?.kind !== 'group' || last.tally.called + last.tally.lost === 0) return items;
    return items.set(items.length - 1, underWay(last));
  }, [items, isLive]);
}
