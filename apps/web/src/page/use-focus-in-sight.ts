import { useEffect } from 'react';
import type { RefObject } from 'react';

/** What has the focus stays in sight when what is above it comes late or grows. A reader who scrolled away from it is left there. */
export function useFocusInSight(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    let wasInSight = false;
    let height = element.scrollHeight;
    // The browser scrolls to what gets the focus, and tells of that after it.
    element.addEventListener('focusin', () => (wasInSight = true), { signal, passive: true });
    const look = (): void => {
      // What came since the last look may have moved it: that is no scroll of the reader's.
      if (element.scrollHeight === height) wasInSight = isInSight(element);
    };
    element.addEventListener('scroll', look, { signal, passive: true });
    const observer = new ResizeObserver(() => {
      height = element.scrollHeight;
      // It may have got the focus before this was here: the page is drawn anew in another language.
      if (!wasInSight) wasInSight = isInSight(element);
      else if (!isInSight(element)) focusedIn(element)?.scrollIntoView({ block: 'nearest' });
    });
    for (const content of element.children) observer.observe(content);
    return () => {
      listeners.abort();
      observer.disconnect();
    };
  }, []);
}

function focusedIn(scroller: HTMLElement): Element | undefined {
  const focused = document.activeElement;
  return focused !== null && focused !== scroller && scroller.contains(focused) ? focused : undefined;
}

/** Something in the scroller has the focus, and is not wholly out of sight. */
function isInSight(scroller: HTMLElement): boolean {
  const focused = focusedIn(scroller);
  if (focused === undefined) return false;
  const [place, box] = [scroller.getBoundingClientRect(), focused.getBoundingClientRect()];
  return box.bottom > place.top && box.top < place.bottom;
}
