import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { isOnScreen } from './is-on-screen.ts';
import { SeenBands } from './seen-bands.ts';
import { markUnseen, showUnseen } from './show-unseen.ts';
import { useLanguage } from '../../labels/use-language.ts';

const LOOK_MS = 100;

/** Everything must have been visible for this long before it can be allowed: a click that was meant for something else comes sooner. */
export const SIGHT_MS = 500;

/** `unknown`: nobody has looked yet. `place`: what has to be looked at, in words, and the way there. */
export type Unseen =
  | { readonly kind: 'nothing' | 'unknown' }
  | { readonly kind: 'place'; readonly place: string; show(): void };

const unknown: Unseen = { kind: 'unknown' };
const nothing: Unseen = { kind: 'nothing' };

/**
 * What of a card has not been on the screen yet. Its places are marked `data-see="all of command"`: each of them has to have been
 * in sight once, in the card's own boxes and in everything around the card; and so has every line of a box (`data-box="command"`).
 */
export function useUnseen(card: RefObject<HTMLElement | null>): Unseen {
  const { say } = useLanguage();
  const [unseen, setUnseen] = useState(unknown);
  useEffect(() => {
    const seen = new WeakMap<Element, number>();
    const bands = new SeenBands();
    const look = (): void => {
      const element = card.current;
      if (element === null) return;
      const marks = [...element.querySelectorAll<HTMLElement>('[data-see]')];
      for (const mark of marks) if (!seen.has(mark) && isSeen(mark, element)) seen.set(mark, performance.now());
      const boxes = [...element.querySelectorAll<HTMLElement>('[data-box]')];
      for (const box of boxes) bands.look(box);
      for (const box of boxes) markUnseen(box, isPassed(box, seen) ? bands.unseen(box) : []);
      const missing = marks.find((mark) => !seen.has(mark));
      const skipped = boxes.find((box) => bands.unseen(box).length > 0);
      const last = Math.max(bands.lastSeenAt, ...marks.map((mark) => seen.get(mark) ?? 0));
      const target = missing ?? skipped;
      const place =
        missing?.dataset['see'] ?? say('the marked lines of “{label}”', { label: skipped?.dataset['box'] ?? '' });
      const show = (): void => target && showUnseen(target, (box) => bands.unseen(box));
      if (target !== undefined)
        setUnseen((now) => (now.kind === 'place' && now.place === place ? now : { kind: 'place', place, show }));
      else setUnseen(performance.now() - last < SIGHT_MS ? unknown : nothing);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    // What scrolls by between two looks was in sight, too.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [say]);
  return unseen;
}

/** Its end was in sight. */
function isPassed(box: HTMLElement, seen: WeakMap<Element, number>): boolean {
  const end = box.querySelector(':scope > .tt-value-end');
  return end !== null && seen.has(end);
}

function isSeen(mark: HTMLElement, card: HTMLElement): boolean {
  const area = mark.getBoundingClientRect();
  if (!(mark instanceof HTMLTextAreaElement)) return isOnScreen(area, mark.closest('[data-box]') ?? card);
  const atEnd = mark.scrollTop + mark.clientHeight >= mark.scrollHeight - 2;
  return atEnd && isOnScreen({ ...toArea(area), top: Math.max(area.top, area.bottom - 20) }, card);
}

function toArea({ left, right, top, bottom }: DOMRect): { left: number; right: number; top: number; bottom: number } {
  return { left, right, top, bottom };
}
