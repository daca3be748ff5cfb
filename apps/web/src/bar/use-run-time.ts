import type { ThreadState } from '@toolthread/core';
import { workedMs } from '@toolthread/core/summary';
import { useEffect, useState } from 'react';

const SECOND = 1000;
/** Often enough that no group counts a second before its thread does. */
const EVERY_MS = 250;

/** How long a thread has worked, in whole seconds while a run is under way; undefined while none is. It stands still where nobody knows what goes on. */
export function useRunTime(state: ThreadState, reachable: boolean): number | undefined {
  const isAtWork = state.work.since !== undefined && state.source === undefined;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isAtWork || !reachable) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, [isAtWork, reachable]);
  return isAtWork ? Math.floor(workedMs(state, now) / SECOND) * SECOND : undefined;
}
