import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { SLID } from '../../thread/scroll/scroll-thread.ts';
import { isHit } from './is-on-screen.ts';
import { SIGHT_MS } from './use-unseen.ts';

const LOOK_MS = 100;
/** What moves by less has not moved: a line, or the part of a pixel. */
const NEAR = 4;
/** How long it is told that a press did nothing. */
const TOLD_MS = 4000;

/** Where a button stands since when, on the screen and in what scrolls, and which of its points a click would hit. */
interface Place {
  readonly onScreen: Point;
  readonly inThread: Point;
  readonly hits: string;
  readonly since: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Whether a press was refused just now. A pointer presses a button of a card only when it has stood in its place, with nothing before it, for
 * half a second: what slides under the pointer gets clicks that were meant for what was there. Whoever scrolls moves it on purpose, and whoever presses by a key has
 * the focus on the button, wherever it stands.
 */
export function useSteady(card: RefObject<HTMLElement | null>): boolean {
  const [isTold, setIsTold] = useState(false);
  useEffect(() => {
    const element = card.current;
    if (element === null) return undefined;
    let places = new WeakMap<Element, Place>();
    const isSteady = (button: Element): boolean => {
      const place = placeOf(button, places.get(button));
      places.set(button, place);
      return performance.now() - place.since >= SIGHT_MS;
    };
    const look = (): void => {
      for (const button of element.querySelectorAll('.tt-button')) {
        const waits = !isSteady(button) && !button.matches(':focus');
        if (waits !== button.hasAttribute('aria-disabled')) toggle(button, waits);
      }
    };
    let told: ReturnType<typeof setTimeout> | undefined;
    const onClick = (event: MouseEvent): void => {
      const button = event.target instanceof Element ? event.target.closest('.tt-button') : null;
      if (button === null || event.detail === 0 || isSteady(button)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsTold(true);
      clearTimeout(told);
      told = setTimeout(setIsTold, TOLD_MS, false);
    };
    const onSlid = (): void => {
      places = new WeakMap();
      look();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    // A button that comes says at once that it waits.
    const coming = new MutationObserver(look);
    coming.observe(element, { childList: true, subtree: true });
    const scroller = element.closest('.tt-scroller');
    scroller?.addEventListener(SLID, onSlid);
    element.addEventListener('click', onClick, { capture: true });
    return () => {
      clearInterval(timer);
      coming.disconnect();
      clearTimeout(told);
      scroller?.removeEventListener(SLID, onSlid);
      element.removeEventListener('click', onClick, { capture: true });
    };
  }, [card]);
  return isTold;
}

/** The place it had, as long as it is there: nothing has moved it, or only the reader, who scrolls. */
function placeOf(button: Element, before: Place | undefined): Place {
  const { left, top, width, height } = button.getBoundingClientRect();
  const scroller = button.closest('.tt-scroller') ?? document.documentElement;
  const onScreen = { x: left, y: top };
  const inThread = { x: left + scroller.scrollLeft, y: top + scroller.scrollTop };
  const hits = [0.1, 0.5, 0.9].map((part) => isHit(button, left + part * width, top + part * height)).join();
  const now = { onScreen, inThread, hits, since: performance.now() };
  if (before === undefined) return now;
  if (!isNear(before.onScreen, onScreen))
    return isNear(before.inThread, inThread) ? { ...now, since: before.since } : now;
  return before.hits === hits ? { ...before, inThread } : now;
}

function isNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR;
}

function toggle(button: Element, waits: boolean): void {
  if (waits) button.setAttribute('aria-disabled', 'true');
  else button.removeAttribute('aria-disabled');
}
