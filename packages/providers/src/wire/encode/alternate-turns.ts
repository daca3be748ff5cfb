import type { TakeNote } from './encode-request.ts';

/** A message as a provider takes it: whose turn, and the pieces of it in the provider's own shape. */
export interface WireTurn<Piece> {
  readonly role: 'user' | 'assistant';
  readonly pieces: readonly Piece[];
  /** The caller wants a cache mark after it. */
  readonly isCached?: boolean;
}

/**
 * Turns that alternate, begin and end with the user's, and are never empty. An empty turn of the assistant is left out. An
 * empty turn of the user becomes a marker, so that what follows stays an answer. Neighbours of one role are joined.
 */
export function alternateTurns<Piece>(
  turns: readonly WireTurn<Piece>[],
  rules: {
    readonly marker: Piece;
    readonly note: TakeNote;
    /** Whether the provider continues this last turn of the assistant itself. */
    readonly mayEndWith: (turn: WireTurn<Piece>) => boolean;
  },
): readonly WireTurn<Piece>[] {
  const marked: WireTurn<Piece> = { role: 'user', pieces: [rules.marker] };
  const runs: WireTurn<Piece>[][] = [];
  for (const turn of turns) {
    if (turn.pieces.length === 0 && turn.role === 'assistant') continue;
    if (turn.pieces.length === 0) rules.note('marker-empty');
    const next = turn.pieces.length === 0 ? marked : turn;
    const run = runs.at(-1);
    if (run?.[0]?.role === next.role) run.push(next);
    else runs.push([next]);
  }
  const out = runs.flatMap(joined);
  if (out[0]?.role === 'assistant') {
    rules.note('marker-start');
    out.unshift(marked);
  }
  const last = out.at(-1);
  if (last === undefined || (last.role === 'assistant' && !rules.mayEndWith(last))) {
    rules.note('marker-end');
    out.push(marked);
  }
  return out;
}

function joined<Piece>(run: readonly WireTurn<Piece>[]): readonly WireTurn<Piece>[] {
  const [first] = run;
  if (first === undefined || run.length === 1) return run;
  const isCached = run.some((turn) => turn.isCached === true);
  const pieces = run.flatMap((turn) => turn.pieces);
  return [{ role: first.role, pieces, ...(isCached ? { isCached } : {}) }];
}
