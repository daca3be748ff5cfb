import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { cardId, cardsIn, hiddenCard, topOfCard, wayTo } from './cards-in.ts';

/** Closer to the end than this counts as being there. */
const NEAR = 32;
/** What the reader does is seen in the place of the scroller within so many frames. */
const FRAMES = 10;

/**
 * `following`: the end stays in sight, or a card that waits for the reader. `opening`: something opens where the reader looks, and that stays in sight; `held`: it has
 * opened, and the next change of the list shows whether the end is still there. `released`: the reader is elsewhere.
 */
type Mode = 'following' | 'opening' | 'held' | 'released';

/** As it was last seen. Nothing is drawn from it. */
interface ScrollPlace {
  mode: Mode;
  top: number;
  toEnd: number;
  /** The pointer is down: what is under it stays there, or the click is lost. */
  pressed: boolean;
  /** Where it followed to when something began to open. */
  followedTo: number | undefined;
  /** Cards that the reader went past, by their requests. */
  readonly passed: Set<string>;
}

export interface StickToEnd {
  /** The end is in sight, or will be at once. */
  readonly stuck: boolean;
  /** The way to a card that waits for the reader and is out of sight. */
  readonly toCard: '↑' | '↓' | undefined;
  /** Something is about to grow where the reader looks: stay there rather than at the end. */
  hold(): void;
  /** The reader goes elsewhere. */
  leave(): void;
  jump(): void;
  /** Shows the card of this request; of none, the first one that is out of sight. */
  showCard(request?: string): HTMLElement | undefined;
}

/**
 * Follows the end of a list that grows, until the reader goes up; again when the reader comes back. Only wheel, finger, key and
 * scrollbar let go of it: a list whose rows are being measured scrolls by itself. It never scrolls a card that waits for the reader
 * out of sight: only the reader goes past one. `revision` changes with every change of the list.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, revision: unknown): StickToEnd {
  const [stuck, setStuck] = useState(true);
  const [toCard, setToCard] = useState<StickToEnd['toCard']>();
  const [at] = useState<ScrollPlace>(() => ({
    mode: 'following',
    top: 0,
    toEnd: 0,
    pressed: false,
    followedTo: undefined,
    passed: new Set(),
  }));

  /** After any change of a height, of a place, or of the mode. */
  const settle = (): void => {
    const element = scroller.current;
    if (element === null) return;
    if (at.mode === 'following' && !at.pressed) {
      const card = cardsIn(element).find((each) => !at.passed.has(cardId(each)));
      element.scrollTop = Math.min(element.scrollHeight, card === undefined ? Infinity : topOfCard(element, card));
    }
    at.top = element.scrollTop;
    at.toEnd = distanceToEnd(element);
    setStuck(at.toEnd < NEAR);
    const hidden = hiddenCard(element);
    setToCard(hidden && wayTo(element, hidden));
  };
  const pass = (cards: readonly HTMLElement[]): void => {
    for (const card of cards) at.passed.add(cardId(card));
  };
  const stay = (followedTo: number | undefined): void => {
    at.mode = 'opening';
    at.followedTo = followedTo;
    // What opened is drawn in the first frame, and measured by the second.
    afterFrames(2, () => {
      if (at.mode === 'opening') at.mode = 'held';
      settle();
    });
  };

  useLayoutEffect(() => {
    if (at.mode === 'held') at.mode = at.toEnd < NEAR || at.top === at.followedTo ? 'following' : 'released';
    settle();
  }, [revision]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let acting = false;
    let acts = 0;
    const act = ({ type, target }: Event): void => {
      at.pressed = type === 'pointerdown';
      // With the mouse only the scrollbar scrolls, and that is the scroller itself.
      if (type === 'pointerdown' && target !== element) return;
      acting = true;
      acts += 1;
      const mine = acts;
      // A wheel that turns on: the end of its first turn is not the end of its last one.
      if (type !== 'pointerdown') afterFrames(FRAMES, () => mine === acts && ended());
    };
    const ended = (): void => {
      acting = false;
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
      if (acting && isAtEnd) pass(cardsIn(element));
      if (isAtEnd && at.mode !== 'opening') at.mode = 'following';
      else if (acting && scrollTop !== at.top && !isAtEnd) at.mode = 'released';
      settle();
    };
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      element.addEventListener(type, act, options);
    }
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, released, options);
    element.addEventListener('scroll', onScroll, options);
    const observer = new ResizeObserver(settle);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => {
      listeners.abort();
      observer.disconnect();
    };
  }, []);

  return {
    stuck,
    toCard,
    hold: () => stay(at.mode === 'following' ? at.top : undefined),
    leave: () => stay(undefined),
    jump: () => {
      at.mode = 'following';
      if (scroller.current !== null) pass(cardsIn(scroller.current));
      settle();
    },
    showCard: (request) => {
      const element = scroller.current;
      if (element === null) return undefined;
      const cards = cardsIn(element);
      const card = request === undefined ? hiddenCard(element) : cards.find((each) => cardId(each) === request);
      if (card === undefined) return undefined;
      at.passed.clear();
      pass(cards.slice(0, cards.indexOf(card)));
      at.mode = 'following';
      settle();
      return card;
    },
  };
}

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, act) : act()));
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
