import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { isComposing } from '../../text/is-composing.ts';
import { isTyping } from '../../text/is-typing.ts';
import { scrollThread } from '../scroll/scroll-thread.ts';

export interface ThreadEnds {
  first(): void;
  last(): void;
}

/**
 * `j` and `k` move from item to item, Enter opens or closes the one that has the focus, Home and End go to the ends of the thread:
 * the browser's own would stop where it guessed them, since what is out of sight has no height yet. They work in the thread, and
 * on a page where nothing has the focus.
 */
export function useItemKeys(scroller: RefObject<HTMLElement | null>, ends: ThreadEnds): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const element = scroller.current;
    const { target } = event;
    if (element === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isComposing(event) || isTyping(event)) return;
    if (!(target instanceof HTMLElement) || (target !== document.body && !element.contains(target))) return;
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault();
      moveFocus(element, event.key === 'j' ? 1 : -1);
    } else if ((event.key === 'Home' || event.key === 'End') && !event.shiftKey && !scrollsItself(target)) {
      event.preventDefault();
      if (event.key === 'Home') ends.first();
      else ends.last();
    } else if (event.key === 'Enter' && target.matches('[data-index]')) {
      const opens = target.querySelector<HTMLElement>('[aria-expanded]');
      if (opens === null) return;
      event.preventDefault();
      opens.click();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** A long result has ends of its own. */
function scrollsItself(target: HTMLElement): boolean {
  return target.tabIndex === 0 && target.matches('pre, [role=region]');
}

function moveFocus(scroller: HTMLElement, by: 1 | -1): void {
  const items = [...scroller.querySelectorAll<HTMLElement>('[data-index]')].sort((a, b) => indexOf(a) - indexOf(b));
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
  const from = focused === null || focused === undefined ? startIn(scroller, items, by) : items.indexOf(focused) + by;
  const next = items[from];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  scrollThread(scroller, 0);
}

/** Without a focused item the first, or last, in sight. */
function startIn(scroller: HTMLElement, items: readonly HTMLElement[], by: 1 | -1): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  const inSight = (item: HTMLElement): boolean => {
    const box = item.getBoundingClientRect();
    return box.bottom > top + 1 && box.top < bottom - 1;
  };
  return by === 1 ? items.findIndex(inSight) : items.findLastIndex(inSight);
}

function indexOf(item: HTMLElement): number {
  return Number(item.dataset['index']);
}
