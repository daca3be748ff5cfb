import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

/** What is drawn in a place stays as it is while the pointer is down there: what moves away under a pointer is not clicked. */
export function useHeldWhilePressed<Value>(place: RefObject<HTMLElement | null>, value: Value): Value {
  const [held, setHeld] = useState<{ readonly value: Value }>();
  const hold = useEffectEvent(() => setHeld({ value }));
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    place.current?.addEventListener('pointerdown', () => hold(), { signal });
    for (const type of ['pointerup', 'pointercancel']) {
      // The click comes first.
      document.addEventListener(type, () => requestAnimationFrame(() => setHeld(undefined)), { signal });
    }
    return () => listeners.abort();
  }, []);
  return held === undefined ? value : held.value;
}
