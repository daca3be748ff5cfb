import { useEffect } from 'react';
import type { RefObject } from 'react';
import { KEYED, SOUGHT } from '../scroll/scroll-thread.ts';

/**
 * Tells a thread of keys that scroll it. What is typed, what presses a button and what a part of the page takes does not; Tab does where it goes out of sight. So
 * does whoever selects words there, and the browser's own search.
 */
export function useScrollKeys(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let isTab = false;
    const tell = (of = KEYED): void => void element.dispatchEvent(new Event(of));
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (searches(event)) tell(SOUGHT);
      else if (scrolls(event, element)) tell();
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (isTab && target instanceof Element && !isWithin(target, element)) tell();
    };
    const onSelect = (): void => {
      const selection = getSelection();
      if (selection?.isCollapsed === false && element.contains(selection.anchorNode)) tell();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), { signal, capture: true });
    document.addEventListener('selectionchange', onSelect, { signal });
    element.addEventListener('focusin', onFocus, { signal });
    // Last of all: others may take the key.
    window.addEventListener('keydown', onKey, { signal });
    return () => listeners.abort();
  }, [scroller]);
}

function scrolls({ key, target }: KeyboardEvent, scroller: Element): boolean {
  if (!/^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End| )$/.test(key)) return false;
  if (!(target instanceof Element) || !scroller.contains(target)) return false;
  return target.closest(`input, textarea, select${key === ' ' ? ', button, summary' : ''}`) === null;
}

/** The browser's own search is opened, or goes on. What it does then, it tells nobody. */
function searches({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'F3' || (ctrlKey !== metaKey && /^[fg]$/i.test(key));
}

function isWithin(part: Element, whole: Element): boolean {
  const [a, b] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
  return a.top >= b.top && a.bottom <= b.bottom;
}
