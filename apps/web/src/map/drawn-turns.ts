import type { Turn, TurnMark } from './turns-of.ts';

/** The map as one drawing: a line for each kind of mark, however many turns there are. */
export interface DrawnTurns {
  /** In rows; on the screen a row is as high as there is room for. */
  readonly height: number;
  readonly lines: readonly { readonly mark: TurnMark | 'asked'; readonly path: string }[];
  /** The row in the middle of each turn. */
  readonly middles: readonly number[];
  /** How thick a line may be, in pixels, so that the shape of a long thread can still be seen. */
  readonly stroke: number;
}

export const MAP_WIDTH = 32;

/** What must not be missed is drawn over what is plain. */
const ORDER: readonly (TurnMark | 'asked')[] = ['plain', 'asked', 'working', 'failed', 'waiting'];

/** Up to so many turns a gap is between two; beyond, there is no room for one. */
const APART = 120;

/** `drawnTurns(turns)`: of two turns or of two thousand. */
export function drawnTurns(turns: readonly Turn[]): DrawnTurns {
  const paths = new Map<TurnMark | 'asked', string>();
  const draw = (mark: TurnMark | 'asked', row: number, size: number): void => {
    const from = (MAP_WIDTH - size) / 2;
    paths.set(mark, `${paths.get(mark) ?? ''}M${from} ${row + 0.5}h${size}`);
  };
  const gap = turns.length > APART ? 0 : 1;
  const middles: number[] = [];
  let row = 0;
  for (const { marks, calls } of turns) {
    // Where there is no room for both, what became of it says more than that it was asked.
    const shown: readonly (TurnMark | 'asked')[] = gap === 1 || marks.length === 0 ? ['asked', ...marks] : marks;
    middles.push(row + shown.length / 2);
    for (const [index, mark] of shown.entries()) draw(mark, row + index, mark === 'asked' ? 10 : widthOf(calls));
    row += shown.length + gap;
  }
  return {
    height: Math.max(1, row - gap),
    lines: ORDER.flatMap((mark) => {
      const path = paths.get(mark);
      return path === undefined ? [] : [{ mark, path }];
    }),
    middles,
    stroke: turns.length > 400 ? 1 : turns.length > APART ? 2 : 4,
  };
}

/** The more was done in a turn, the wider: each doubling adds as much. */
function widthOf(calls: number): number {
  return Math.min(MAP_WIDTH - 4, 14 + Math.round(3 * Math.log2(1 + calls)));
}

/** Which turn is drawn at this part of the height, from 0 to 1. */
export function turnDrawnAt({ height, middles }: DrawnTurns, part: number): number {
  const row = part * height;
  let nearest = 0;
  for (const [turn, middle] of middles.entries()) {
    if (Math.abs(middle - row) < Math.abs((middles[nearest] ?? 0) - row)) nearest = turn;
  }
  return nearest;
}
