import { mixesDirections } from '@toolthread/core/text';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage } from '../../labels/use-language.ts';
import { Markdown } from '../../markdown/markdown.tsx';
import { ValueBox } from '../argument-box.tsx';
import { fits } from './fits.ts';
import { saysAll, saysNumbers } from './says-all.ts';
import { ProposedText } from '../seen/proposed-text.tsx';

/** A plan to be read, as Markdown. If that does not draw all of it, in its order, with its numbers and within its box, it stands there as it was written: nobody agrees to what is not seen. */
export function Plan({ text }: { readonly text: string }): ReactNode {
  const { say } = useLanguage();
  const drawn = useRef<HTMLDivElement>(null);
  const [lacks, setLacks] = useState(false);
  const isMixed = useMemo(() => mixesDirections(text), [text]);
  const asWritten = lacks || isMixed;
  const frame = useRef(0);
  // Parts of it may be drawn later. A thread that is not in its place yet is hidden, and what is hidden has no words.
  const look = (): void => {
    const { current } = drawn;
    if (current === null) return;
    cancelAnimationFrame(frame.current);
    if (!current.checkVisibility({ visibilityProperty: true })) {
      frame.current = requestAnimationFrame(look);
      return;
    }
    if (!fits(current) || !saysAll(current.innerText, text) || !saysNumbers(numbersIn(current), text)) setLacks(true);
  };
  useLayoutEffect(() => {
    look();
    return () => cancelAnimationFrame(frame.current);
  });
  useEffect(() => {
    if (drawn.current === null) return undefined;
    const words = new MutationObserver(look);
    words.observe(drawn.current, { childList: true, characterData: true, subtree: true });
    const room = new ResizeObserver(look);
    room.observe(drawn.current);
    return () => {
      words.disconnect();
      room.disconnect();
    };
  });
  return (
    <ValueBox label={say('Plan')} className={asWritten ? 'tt-value' : 'tt-value tt-plan'}>
      {asWritten ? (
        <ProposedText text={text} name={say('“{label}”', { label: say('Plan') })} />
      ) : (
        <div ref={drawn}>
          <Markdown text={text} />
        </div>
      )}
    </ValueBox>
  );
}

/** Of the items of its lists. */
function numbersIn(drawn: HTMLElement): readonly number[] {
  const next = new Map<HTMLOListElement, number>();
  return Array.from(drawn.querySelectorAll('ol > li'), ({ parentElement: list }) => {
    if (!(list instanceof HTMLOListElement)) return Number.NaN;
    const number = next.get(list) ?? list.start;
    next.set(list, number + 1);
    return number;
  });
}
