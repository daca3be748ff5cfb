import type { Item, Timeline } from '@toolthread/core';
import { visible } from '@toolthread/core/text';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { openCards } from '../../requests/open-cards.ts';
import { announcement, withWaiting } from './announcement.ts';
import { useThreadSettings } from '../thread-settings.tsx';
import { useLanguage } from '../../labels/use-language.ts';

/** Changes happen near the end; further up nothing is announced. */
const WATCHED = 4;
/** Nobody listens to more. */
const MOST_LETTERS = 500;

/** Says boundaries aloud, politely: the thread itself is silent, so that streaming words are not read one by one. */
export function Announcer({ items }: { readonly items: Timeline['items'] }): ReactNode {
  const language = useLanguage();
  const reader = useThreadSettings();
  const [words, setWords] = useState('');
  const seen = useRef<{ readonly length: number; readonly tail: ReadonlyMap<number, Item> }>(undefined);
  useEffect(() => {
    const before = seen.current;
    const tail = tailOf(items);
    seen.current = { length: items.length, tail };
    // What was there when the page opened is not news.
    if (before === undefined || before.length === 0) return;
    for (const [index, item] of tail) {
      if (index < before.length && !before.tail.has(index)) continue;
      const said = announcement(before.tail.get(index), item, language, reader);
      if (said !== undefined)
        setWords(visible(withWaiting(said, openCards(items), language, reader).slice(0, MOST_LETTERS)));
    }
  }, [items]);
  return (
    <div className="tt-unseen" role="status" aria-live="polite">
      {words}
    </div>
  );
}

function tailOf(items: Timeline['items']): ReadonlyMap<number, Item> {
  const tail = new Map<number, Item>();
  for (let index = Math.max(0, items.length - WATCHED); index < items.length; index += 1) {
    const item = items.at(index);
    if (item !== undefined) tail.set(index, item);
  }
  return tail;
}
