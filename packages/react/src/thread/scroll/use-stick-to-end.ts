import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { cardId, cardsIn, hiddenCard, topOfCard, wayTo } from './cards-in.ts';
import { firstInSight } from './first-in-sight.ts';
import { KEYED, LED, SLID, SOUGHT } from './scroll-thread.ts';

/** Closer to the end than this counts as being there: less than the blank below the last item is out of sight. */
const NEAR = 48;
/** What the reader does is seen in the place of the scroller within so many frames; rows around an item are measured within as many. */
const FRAMES = 10;
/** An item that the reader is led to begins so far below the top. */
const LED_BELOW = 16;

/**
 * `following`: the end stays in sight, or a card that waits for the reader. `opening`: something opens where the reader looks, and that stays in sight; `held`: it has
 * opened, and the next change of the list shows whether the end is still there. `led`: the reader is led to an item, and rows around it are still being measured.
 * `released`: the reader is elsewhere.
 */
type Mode = 'following' | 'opening' | 'led' | 'held' | 'released';

/** As it was last seen. Nothing is drawn from it. */
interface ScrollPlace {
  mode: Mode;
  top: number;
  toEnd: number;
  /** What the reader looks at, and how far below the top it begins: it stays there while items above it are measured. Only who scrolls changes it. */
  seen: { readonly index: number; readonly below: number } | undefined;
  /** Where the scroller was when that was looked up. */
  seenAt: number;
  /** How often a place was kept: the last one counts. */
  kept: number;
  /** What scrolls now may come of something that the reader does. */
  acting: boolean;
  /** The pointer is down: what is under it stays there, or the click is lost. */
  pressed: boolean;
  /** Cards that the reader went past, by their requests. */
  readonly passed: Set<string>;
}

export interface StickToEnd {
  /** The end is in sight, or will be at once. */
  readonly stuck: boolean;
  /** The way to a card that waits for the reader and is out of sight. */
  readonly toCard: '↑' | '↓' | undefined;
  /** Items were measured, and others have moved. */
  measured(): void;
  /** Something is about to grow where the reader pressed: stay there rather than at the end. A card that is followed stays where it is anyway. */
  hold(pressed: Element): void;
  /** Leads the reader to an item. */
  lead(index: number): void;
  jump(): void;
  /** Shows the card of this request; of none, the first one that is out of sight. */
  showCard(request?: string): HTMLElement | undefined;
}

/**
 * Follows the end of a list that grows, until the reader goes up; again when the reader comes back. Only wheel, finger, scrollbar, a
 * key that scrolls, selected words and the browser's search let go of it: a list whose rows are being measured scrolls by itself. It never scrolls a card that waits for the reader
 * out of sight: only the reader goes past one. `revision` changes with every change of the list; `offsetOf` is where the list has an item, drawn or not.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  revision: unknown,
  offsetOf: (index: number) => number,
): StickToEnd {
  const [stuck, setStuck] = useState(true);
  const [toCard, setToCard] = useState<StickToEnd['toCard']>();
  const [at] = useState<ScrollPlace>(() => ({
    mode: 'following',
    top: 0,
    toEnd: 0,
    seen: undefined,
    seenAt: 0,
    kept: 0,
    acting: false,
    pressed: false,
    passed: new Set(),
  }));

  /** After any change of a height, of a place, or of the mode. `slides`: not where it only goes back to where it was. */
  const settle = (slides = true): void => {
    const element = scroller.current;
    if (element === null) return;
    if (at.mode === 'following' && !at.pressed) {
      const card = cardsIn(element).find((each) => !at.passed.has(cardId(each)));
      const before = element.scrollTop;
      element.scrollTop = Math.min(element.scrollHeight, card === undefined ? Infinity : topOfCard(element, card));
      if (slides && element.scrollTop !== before) element.dispatchEvent(new Event(SLID));
    }
    at.top = element.scrollTop;
    at.toEnd = distanceToEnd(element);
    setStuck(at.toEnd < NEAR);
    const hidden = hiddenCard(element);
    setToCard(hidden && wayTo(element, hidden));
  };
  /** The reader wants to be there: a wheel that turned before does not let go of it again. */
  const follow = (): void => {
    at.mode = 'following';
    at.acting = false;
    settle();
  };
  const pass = (cards: readonly HTMLElement[]): void => {
    for (const card of cards) at.passed.add(cardId(card));
  };
  const keep = (mode: 'opening' | 'led', frames: number): void => {
    at.mode = mode;
    at.kept += 1;
    const mine = at.kept;
    afterFrames(frames, () => {
      if (at.mode === mode && at.kept === mine) at.mode = 'held';
      settle();
    });
  };
  /** What the reader looks at is put back where it was. */
  const putBack = (element: HTMLElement): void => {
    const { seen } = at;
    if (seen === undefined) return;
    const wanted = offsetOf(seen.index) - seen.below;
    const before = element.scrollTop;
    if (Math.abs(wanted - before) >= 1) element.scrollTop = wanted;
    at.seenAt = element.scrollTop;
    if (at.seenAt === before) return;
    // It draws what is in sight now, in the same frame.
    flushSync(() => element.dispatchEvent(new Event('scroll')));
  };

  useLayoutEffect(() => {
    if (at.mode === 'held') at.mode = at.toEnd < NEAR ? 'following' : 'released';
    settle();
  }, [revision]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let acts = 0;
    const act = ({ type, target }: Event): void => {
      // Words may be selected while it is down.
      if (type !== KEYED) at.pressed = type === 'pointerdown';
      // With the mouse only the scrollbar scrolls, and that is the scroller itself.
      if (type === 'pointerdown' && target !== element) return;
      at.acting = true;
      acts += 1;
      const mine = acts;
      // A wheel that turns on: the end of its first turn is not the end of its last one.
      if (type !== 'pointerdown' && type !== SOUGHT) afterFrames(FRAMES, () => mine === acts && ended());
    };
    const ended = (): void => {
      at.acting = false;
    };
    const released = (): void => {
      ended();
      if (!at.pressed) return;
      at.pressed = false;
      // The click comes first.
      afterFrames(1, settle);
    };
    const onScroll = (): void => {
      const { scrollTop } = element;
      const isAtEnd = scrollTop > at.top && distanceToEnd(element) < NEAR;
      if (at.acting && isAtEnd) pass(cardsIn(element));
      // A finger that has let go scrolls on; else only the list itself does, while it is measured.
      if (isAtEnd && at.mode !== 'opening' && (at.acting || at.mode === 'released')) at.mode = 'following';
      else if (at.acting && scrollTop !== at.top && !isAtEnd) at.mode = 'released';
      settle(false);
      if (scrollTop === at.seenAt) return;
      at.seenAt = scrollTop;
      const index = keepsPlace(at.mode) ? firstInSight(element) : undefined;
      at.seen = index === undefined ? undefined : { index, below: offsetOf(index) - scrollTop };
    };
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    for (const type of ['wheel', 'touchmove', KEYED, SOUGHT, 'pointerdown']) {
      element.addEventListener(type, act, options);
    }
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, released, options);
    element.addEventListener('scroll', onScroll, options);
    element.addEventListener(LED, () => keep('led', FRAMES), options);
    const observer = new ResizeObserver(() => settle());
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => {
      listeners.abort();
      observer.disconnect();
    };
  }, []);

  return {
    stuck,
    toCard,
    // The list keeps in place what is below an item that it measures, unless that item is in sight by then.
    measured: () => {
      if (scroller.current !== null && keepsPlace(at.mode)) putBack(scroller.current);
    },
    hold: (pressed) => {
      const isFollowed = at.mode === 'following' && pressed.closest('[data-request]') !== null;
      // What opened is drawn in the first frame, and measured by the second.
      if (!isFollowed) keep('opening', 2);
    },
    lead: (index) => {
      if (scroller.current === null) return;
      at.seen = { index, below: LED_BELOW };
      keep('led', FRAMES);
      putBack(scroller.current);
    },
    jump: () => {
      if (scroller.current !== null) pass(cardsIn(scroller.current));
      follow();
    },
    showCard: (request) => {
      const element = scroller.current;
      if (element === null) return undefined;
      const cards = cardsIn(element);
      const card = request === undefined ? hiddenCard(element) : cards.find((each) => cardId(each) === request);
      if (card === undefined) return undefined;
      at.passed.clear();
      pass(cards.slice(0, cards.indexOf(card)));
      follow();
      return card;
    },
  };
}

function keepsPlace(mode: Mode): boolean {
  return mode === 'released' || mode === 'led';
}

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, act) : act()));
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
