import type { JsonObject } from '@toolthread/core/json';
import type { WireTurn } from '../../wire/encode/alternate-turns.ts';
import { isThinking } from './block.ts';
import type { Block } from './block.ts';

const MARK: JsonObject = { type: 'ephemeral' };

/** A request may have four marks; the system prompt takes one. */
const MARKED_TURNS = 3;

/**
 * Marks where the provider's cache may end: after the turns that the caller chose, else after the last two user turns, so that
 * this request reads what the one before it wrote.
 */
export function markCache(turns: readonly WireTurn<Block>[]): readonly WireTurn<Block>[] {
  const chosen = lastIndexes(turns, ({ isCached }) => isCached === true, MARKED_TURNS);
  const wanted = chosen.length > 0 ? chosen : lastIndexes(turns, ({ role }) => role === 'user', 2);
  const out = [...turns];
  for (const index of wanted) {
    const turn = turns[index];
    if (turn !== undefined) out[index] = { ...turn, pieces: markLast(turn.pieces) };
  }
  return out;
}

/** `markLast(system)` marks the last block that is not thinking. */
export function markLast(blocks: readonly Block[]): readonly Block[] {
  const index = blocks.findLastIndex((block) => !isThinking(block));
  return blocks.map((block, at) => (at === index ? { ...block, cache_control: MARK } : block));
}

function lastIndexes<T>(list: readonly T[], test: (item: T) => boolean, count: number): number[] {
  const found: number[] = [];
  for (let index = list.length - 1; index >= 0 && found.length < count; index -= 1) {
    const item = list[index];
    if (item !== undefined && test(item)) found.push(index);
  }
  return found;
}
