import { visible } from '@toolthread/core/text';
import type { Timeline } from '@toolthread/core';
import type { EarlierItems } from '@toolthread/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { drawnTurns, MAP_WIDTH, turnDrawnAt } from './drawn-turns.ts';
import { turnAt, turnsOf } from './turns-of.ts';
import type { Turn } from './turns-of.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface TurnMapProps {
  readonly items: Timeline['items'];
  readonly earlier: EarlierItems | undefined;
  /** How many turns are before those that are here; absent if there are none. */
  readonly before: number | undefined;
  readonly top: number;
  onChoose(index: number): void;
}

/** A row of the map is so high if there is room. */
const ROW = 7;
/** Page up and down go so many turns. */
const PAGE = 10;

/** The whole thread at the edge of the page, as one drawing. One stop for Tab; arrows, Home, End and a click go to a turn. Of a single turn there is none. */
export function TurnMap({ items, earlier, before: turnsBefore = 0, top, onChoose }: TurnMapProps): ReactNode {
  const { say } = usePageLanguage();
  const { before, turns } = useDeferredTurns(items, turnsBefore);
  const drawn = useMemo(() => drawnTurns(turns), [turns]);
  const drawing = useRef<SVGSVGElement>(null);
  // Several turns may be on the screen with the end: whoever goes on by keys goes on from the one that was chosen. Of all turns, also those that are not here.
  const [chosen, setChosen] = useState<number>();
  const isSought = useRef(false);
  const [pointed, setPointed] = useState<number>();
  useEffect(() => {
    const { index } = turns[(chosen ?? Infinity) - before] ?? {};
    if (!isSought.current || index === undefined) return;
    isSought.current = false;
    onChoose(index);
  }, [turns, before, chosen, onChoose]);
  // Whoever goes elsewhere in the thread by other ways is not covered by words about where the pointer was left.
  useEffect(() => setPointed(undefined), [top, before]);
  // Its room is there from the first turn on: what is beside it does not move when the map comes.
  if (turns.length < 2) return <div className="turn-map-room" />;
  const current = Math.max(0, Math.min(chosen === undefined ? turnAt(turns, top) : chosen - before, turns.length - 1));
  const wordsOf = (turn: number): string =>
    say('Turn {n}: {words}', { n: String(before + turn + 1), words: visible(turns[turn]?.label ?? say('Beginning')) });
  // A point of the map means one turn: whoever is at it sees all of them.
  const readAll = (): void => void earlier?.read('all');
  const choose = (turn: number): void => {
    const next = Math.max(0, Math.min(before + turns.length - 1, turn));
    setChosen(next);
    const { index } = turns[next - before] ?? {};
    isSought.current = index === undefined;
    if (index === undefined) readAll();
    else onChoose(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextTurn(event.key, before + current, before + turns.length);
    if (next === undefined) return;
    event.preventDefault();
    // The thread has keys of its own for its ends.
    event.stopPropagation();
    choose(next);
  };
  const turnUnder = ({ clientY }: PointerEvent): number => {
    const box = drawing.current?.getBoundingClientRect();
    return box === undefined ? 0 : turnDrawnAt(drawn, (clientY - box.top) / Math.max(1, box.height));
  };
  const named = pointed ?? (chosen === undefined ? undefined : current);
  return (
    <nav className="turn-map" aria-label={say('Turns')}>
      {earlier !== undefined && (
        <button
          type="button"
          className="quiet turn-map-all"
          aria-label={say('Show all turns')}
          title={say('Show all turns')}
          onClick={readAll}
        >
          ⋯
        </button>
      )}
      <div
        className="turn-map-drawing"
        role="slider"
        tabIndex={0}
        aria-label={say('Turns')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={before + turns.length}
        aria-valuenow={before + current + 1}
        aria-valuetext={wordsOf(current)}
        onKeyDown={onKeyDown}
        onFocus={readAll}
        onBlur={() => setChosen(undefined)}
        onPointerEnter={readAll}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(before + turnUnder(event));
        }}
        onPointerMove={(event) => {
          const turn = turnUnder(event);
          setPointed(turn);
          if (event.buttons === 1 && turn !== current) choose(before + turn);
        }}
        onPointerLeave={() => setPointed(undefined)}
      >
        <svg
          ref={drawing}
          aria-hidden="true"
          height={drawn.height * ROW}
          viewBox={`0 0 ${MAP_WIDTH} ${drawn.height}`}
          preserveAspectRatio="none"
        >
          <path data-mark="here" strokeWidth={12} d={`M4 ${drawn.middles[current] ?? 0}h${MAP_WIDTH - 8}`} />
          {drawn.lines.map(({ mark, path }) => (
            <path
              key={mark}
              data-mark={mark}
              d={path}
              strokeWidth={mark === 'failed' || mark === 'waiting' ? Math.max(3, drawn.stroke) : drawn.stroke}
            />
          ))}
          {drawn.stroke < 4 && (
            <path data-mark="asked" strokeWidth={3} d={`M1 ${drawn.middles[current] ?? 0}h${MAP_WIDTH - 2}`} />
          )}
        </svg>
      </div>
      {named !== undefined && named < turns.length && (
        <span className="turn-map-words" aria-hidden="true" style={{ top: topOf(drawing.current, named, drawn) }}>
          {earlier === undefined ? wordsOf(named) : say('Loading this thread…')}
        </span>
      )}
    </nav>
  );
}

/** What is drawn may lag behind the thread, and both at the same moment. */
function useDeferredTurns(
  items: Timeline['items'],
  before: number,
): { readonly before: number; readonly turns: readonly Turn[] } {
  const settled = useDeferredValue(useMemo(() => ({ items, before }), [items, before]));
  return useMemo(() => ({ before: settled.before, turns: turnsOf(settled.items) }), [settled]);
}

function nextTurn(key: string, current: number, turns: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return current + 1;
    case 'ArrowUp':
    case 'ArrowLeft':
      return current - 1;
    case 'PageDown':
      return current + PAGE;
    case 'PageUp':
      return current - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return turns - 1;
    default:
      return undefined;
  }
}

/** Beside its turn, in the box of the map. */
function topOf(drawing: SVGSVGElement | null, turn: number, drawn: ReturnType<typeof drawnTurns>): number {
  const box = drawing?.getBoundingClientRect();
  const map = drawing?.closest('.turn-map')?.getBoundingClientRect();
  if (box === undefined || map === undefined) return 0;
  return box.top - map.top + ((drawn.middles[turn] ?? 0) / drawn.height) * box.height;
}
