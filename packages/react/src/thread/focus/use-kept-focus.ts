import { useEffect } from 'react';
import type { RefObject } from 'react';

const WATCHED = ['disabled', 'hidden', 'tabindex'];

/**
 * What has the focus may go: a card that is answered, a button that is pressed and has nothing more to do, also one below the items, an item that
 * scrolls out of sight. Then the item around it has the focus, or the thread, and the keyboard is where it was.
 */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const thread = scroller.current;
    const around = thread?.parentElement;
    if (thread === null || around === null || around === undefined) return undefined;
    let focused: HTMLElement | undefined;
    let item: HTMLElement | undefined;
    const keep = (): void => {
      if (focused === undefined || !isLost(focused)) return;
      const next = item === undefined || isGone(item) ? thread : item;
      next.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    const onFocus = ({ target }: FocusEvent): void => {
      focused = target instanceof HTMLElement ? target : undefined;
      item = focused?.closest<HTMLElement>('[data-index]') ?? undefined;
      observer.observe(around, { childList: true, subtree: true, attributeFilter: WATCHED });
    };
    const onBlur = ({ relatedTarget }: FocusEvent): void => {
      // With nobody next in line the element may be about to go: that is what is watched for.
      if (relatedTarget !== null) observer.disconnect();
    };
    around.addEventListener('focusin', onFocus);
    around.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      around.removeEventListener('focusin', onFocus);
      around.removeEventListener('focusout', onBlur);
    };
  }, []);
}

/** It had the focus, nothing else has it now, and it cannot have it any more. */
function isLost(element: HTMLElement): boolean {
  const { activeElement } = document;
  return (activeElement === element || activeElement === document.body) && isGone(element);
}

/** An item's place may stay, empty, when the item is gone. */
function isGone(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled, [hidden] *')) return true;
  return element.tabIndex < 0 && !element.hasAttribute('tabindex');
}
