import type { ThreadState } from '@toolthread/core';
import { useEffect, useRef, useState } from 'react';
import { totalsOf, totalsText } from './totals.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

/** Sums go over the whole thread: those of a long one are made twice a second at most, not for each event. */
const EVERY_MS = 500;
const LONG = 500;

export function useTotals(state: ThreadState): string {
  const language = usePageLanguage();
  const isLong = state.calls.byPlace.size + state.steps.size > LONG;
  const [text, setText] = useState(() => totalsText(totalsOf(state), language));
  const latest = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = state;
    if (!isLong) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setText(totalsText(totalsOf(latest.current), language));
    }, EVERY_MS);
  }, [state]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return isLong ? text : totalsText(totalsOf(state), language);
}
