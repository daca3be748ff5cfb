import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Closer to the end than this counts as being there. */
const NEAR = 32;
/** What the reader does is seen in the place of the scroller within so many frames. */
const FRAMES = 10;

/**
 * `following`: the end stays in sight. `opening`: something opens where the reader looks, and that stays in sight; `held`: it has
 * opened, and the next change of the list shows whether the end is still there. `released`: the reader is elsewhere.
 */
type Mode = 'following' | 'opening' | 'held' | 'released';

/** As it was last seen. Nothing is drawn from it. */
interface Place {
  mode: Mode;
  top: number;
  toEnd: number;
}

export interface StickToEnd {
  /** The end is in sight, or will be at once. */
  readonly stuck: boolean;
  /** Something is about to grow where the reader looks, or the reader goes elsewhere: stay there rather than at the end. */
  hold(): void;
  jump(): void;
}

/**
 * Follows the end of a list that grows, until the reader goes up; again when the reader comes back. Only wheel, finger, key and
 * scrollbar let go of it: a list whose rows are being measured scrolls by itself. `revision` changes with every change of the list.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, revision: unknown): StickToEnd {
  const [stuck, setStuck] = useState(true);
  const [at] = useState<Place>(() => ({ mode: 'following', top: 0, toEnd: 0 }));

  /** After any change of a height, of a place, or of the mode. */
  const settle = (): void => {
    const element = scroller.current;
    if (element === null) return;
    if (at.mode === 'following') element.scrollTop = element.scrollHeight;
    at.top = element.scrollTop;
    at.toEnd = distanceToEnd(element);
    setStuck(at.mode === 'following' || at.toEnd < NEAR);
  };

  useLayoutEffect(() => {
    if (at.mode === 'held') at.mode = at.toEnd < NEAR ? 'following' : 'released';
    settle();
  }, [revision]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let acting = false;
    const act = ({ type, target }: Event): void => {
      // With the mouse only the scrollbar scrolls, and that is the scroller itself.
      if (type === 'pointerdown' && target !== element) return;
      acting = true;
      if (type !== 'pointerdown') afterFrames(FRAMES, ended);
    };
    const ended = (): void => {
      acting = false;
    };
    const onScroll = (): void => {
      const { scrollTop } = element;
      if (acting && scrollTop < at.top) at.mode = 'released';
      else if (scrollTop > at.top && at.mode !== 'opening' && distanceToEnd(element) < NEAR) at.mode = 'following';
      settle();
    };
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      element.addEventListener(type, act, options);
    }
    document.addEventListener('pointerup', ended, options);
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
    hold: () => {
      at.mode = 'opening';
      // What opened is drawn in the first frame, and measured by the second.
      afterFrames(2, () => {
        if (at.mode === 'opening') at.mode = 'held';
        settle();
      });
    },
    jump: () => {
      at.mode = 'following';
      settle();
    },
  };
}

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, act) : act()));
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
