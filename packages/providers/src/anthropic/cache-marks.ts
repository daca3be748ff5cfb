import type { JsonObject } from '../wire/fields.ts';
import type { WireTurn } from '../wire/in-turn.ts';
import { isThinking } from './rules.ts';
import type { Block } from './rules.ts';

const MARK: JsonObject = { type: 'ephemeral' };

/** Of the four marks that a request may have, the system prompt takes one. */
const MARKED_TURNS = 3;

/**
 * Where the provider's cache may end: after the turns that the caller says, else after the last two of the user, so that this
 * request reads what the one before it wrote.
 */
export function marked(turns: readonly WireTurn<Block>[]): readonly WireTurn<Block>[] {
  const chosen = indexes(turns, ({ isCached }) => isCached === true).slice(-MARKED_TURNS);
  const wanted = new Set(chosen.length > 0 ? chosen : indexes(turns, ({ role }) => role === 'user').slice(-2));
  return turns.map((turn, index) => (wanted.has(index) ? { ...turn, pieces: lastMarked(turn.pieces) } : turn));
}

/** `lastMarked(system)`: never on thinking. */
export function lastMarked(blocks: readonly Block[]): readonly Block[] {
  const index = blocks.findLastIndex((block) => !isThinking(block));
  return blocks.map((block, at) => (at === index ? { ...block, cache_control: MARK } : block));
}

function indexes<T>(list: readonly T[], test: (item: T) => boolean): number[] {
  return list.flatMap((item, index) => (test(item) ? [index] : []));
}
