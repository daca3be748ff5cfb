import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';

/**
 * Single keys that press a card's buttons. They work on one card at a time, the one with the focus or else the first, and only
 * while the reader can see it and is not writing: no key may settle what is out of sight.
 */
export function useCardKeys(card: RefObject<HTMLElement | null>, press: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (card.current === null || isTaken(event) || card.current !== cardInCharge()) return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Somebody writes, or the key presses what has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return key === 'Enter' && target.closest('button, a, summary') !== null;
}

function cardInCharge(): Element | undefined {
  const focused = document.activeElement?.closest('[data-request]');
  if (focused !== null && focused !== undefined) return focused;
  return [...document.querySelectorAll('[data-request]')].find(isInSight);
}

function isInSight(card: Element): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
