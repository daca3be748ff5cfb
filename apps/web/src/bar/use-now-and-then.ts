import type { ThreadState } from '@toolthread/core';
import { useEffect, useRef, useState } from 'react';

/** Sums go over the whole thread: those of a long one are made twice a second at most, not for each event. */
const EVERY_MS = 500;
const LONG = 500;

/** The thread as it is; a long one as it was half a second ago at most. */
export function useNowAndThen(state: ThreadState): ThreadState {
  const isLong = state.calls.byPlace.size + state.steps.size > LONG;
  const [kept, setKept] = useState(state);
  const latest = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = state;
    if (!isLong) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setKept(latest.current);
    }, EVERY_MS);
  }, [state]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return isLong ? kept : state;
}
