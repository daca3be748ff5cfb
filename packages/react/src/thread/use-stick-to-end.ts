import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Closer to the end than this counts as being there. */
const NEAR = 32;

export interface StickToEnd {
  /** The reader is at the end, and the end is followed. */
  readonly stuck: boolean;
  /** Something is about to grow where the reader looks: stay with it rather than with the end. */
  hold(): void;
  jump(): void;
}

/**
 * Follows the end of a list that grows, until the reader scrolls up; again when the reader comes back.
 * `revision` changes with every change of the list.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, revision: unknown): StickToEnd {
  const [stuck, setStuck] = useState(true);
  const following = useRef(true);
  const last = useRef({ top: 0, height: 0 });

  const follow = (on: boolean): void => {
    following.current = on;
    setStuck(on);
  };
  const toEnd = (): void => {
    const element = scroller.current;
    if (element === null || !following.current) return;
    element.scrollTop = element.scrollHeight;
    last.current = { top: element.scrollTop, height: element.scrollHeight };
  };

  useLayoutEffect(toEnd, [revision]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height } = element;
      const before = last.current;
      last.current = { top, height };
      if (isAtEnd(element)) follow(true);
      // A list that got shorter scrolls by itself; only a reader scrolls up in one that did not.
      else if (top < before.top - 1 && height >= before.height) follow(false);
    };
    // Images, opened entries and measured rows change the height without a new revision.
    const observer = new ResizeObserver(toEnd);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);

  return {
    stuck,
    hold: () => {
      follow(false);
      // What opened may fit after all.
      requestAnimationFrame(() => scroller.current !== null && isAtEnd(scroller.current) && follow(true));
    },
    jump: () => {
      follow(true);
      toEnd();
    },
  };
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR;
}
