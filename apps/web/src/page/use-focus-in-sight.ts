import { useEffect } from 'react';
import type { RefObject } from 'react';

/** What has the focus stays in sight when what is above it comes late or grows. A reader who scrolled away from it is left there. */
export function useFocusInSight(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listeners = new AbortController();
    let wasInSight = false;
    const look = (): void => {
      wasInSight = isInSight(element);
    };
    for (const type of ['scroll', 'focusin', 'focusout']) {
      element.addEventListener(type, look, { signal: listeners.signal, passive: true });
    }
    const observer = new ResizeObserver(() => {
      if (wasInSight && !isInSight(element)) document.activeElement?.scrollIntoView({ block: 'nearest' });
    });
    for (const content of element.children) observer.observe(content);
    return () => {
      listeners.abort();
      observer.disconnect();
    };
  }, []);
}

/** Something in the scroller has the focus, and is not wholly out of sight. */
function isInSight(scroller: HTMLElement): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === scroller || !scroller.contains(focused)) return false;
  const [place, box] = [scroller.getBoundingClientRect(), focused.getBoundingClientRect()];
  return box.bottom > place.top && box.top < place.bottom;
}
