import type { Timeline } from '@toolthread/core';
import { visibleText } from '@toolthread/react';
import { useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import { turnAt, turnsOf } from './turns.ts';

export interface TurnMapProps {
  readonly items: Timeline['items'];
  readonly top: number;
  onChoose(index: number): void;
}

/** The whole thread at the edge of the page, a button for each turn. */
export function TurnMap({ items, top, onChoose }: TurnMapProps): ReactNode {
  const settled = useDeferredValue(items);
  const turns = useMemo(() => turnsOf(settled), [settled]);
  const current = turnAt(turns, top);
  return (
    <nav className="turn-map" aria-label="Turns">
      {turns.map((turn, index) => {
        const label = `Turn ${index + 1}: ${visibleText(turn.label)}`;
        return (
          <button
            key={turn.index}
            type="button"
            title={label}
            aria-label={label}
            aria-current={index === current ? 'true' : undefined}
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
