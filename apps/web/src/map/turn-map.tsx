import { visible } from '@toolthread/core/text';
import type { Timeline } from '@toolthread/core';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { turnAt, turnsOf } from './turns-of.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface TurnMapProps {
  readonly items: Timeline['items'];
  readonly top: number;
  onChoose(index: number): void;
}

/** The whole thread at the edge of the page, a button for each turn. One stop for Tab, however many there are; arrows go on. */
export function TurnMap({ items, top, onChoose }: TurnMapProps): ReactNode {
  const { say } = usePageLanguage();
  const settled = useDeferredValue(items);
  const turns = useMemo(() => turnsOf(settled), [settled]);
  const current = turnAt(turns, top);
  const map = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the reader is stays in sight, in a map that is longer than the page too.
    map.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = [...(map.current?.children ?? [])].findIndex((button) => button === event.target);
    const next = map.current?.children[from + by];
    if (by === 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <nav ref={map} className="turn-map" aria-label={say('Turns')} onKeyDown={onKeyDown}>
      {turns.map((turn, index) => {
        const label = say('Turn {n}: {words}', { n: index + 1, words: visible(turn.label ?? say('Beginning')) });
        return (
          <button
            key={turn.index}
            type="button"
            title={label}
            aria-label={label}
            aria-current={index === current ? 'true' : undefined}
            tabIndex={index === current ? 0 : -1}
            onClick={() => onChoose(turn.index)}
          >
            <i data-mark="asked" />
            {turn.marks.map((mark, place) => (
              <i key={place} data-mark={mark} />
            ))}
          </button>
        );
      })}
    </nav>
  );
}
