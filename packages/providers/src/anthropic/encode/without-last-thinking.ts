import type { WireTurn } from '../../wire/encode/alternate-turns.ts';
import { isBlank, isThinking } from './block.ts';
import type { Block } from './block.ts';

/** The provider refuses a turn of the assistant that ends in thinking: there the model was cut off. Neighbours of one role count as one turn. */
export function withoutLastThinking(turns: readonly WireTurn<Block>[]): readonly WireTurn<Block>[] {
  const kept = [...turns];
  let isLast = true;
  for (let at = kept.length - 1; at >= 0; at -= 1) {
    const turn = kept[at];
    if (turn?.role !== 'assistant') isLast = true;
    if (turn?.role !== 'assistant' || !isLast) continue;
    // Between two blocks of thinking a blank text may be; at the end it may not.
    const end = turn.pieces.findLastIndex((block) => !isThinking(block) && !isBlank(block));
    if (end !== turn.pieces.length - 1) kept[at] = { ...turn, pieces: turn.pieces.slice(0, end + 1) };
    isLast = end === -1;
  }
  return kept;
}
