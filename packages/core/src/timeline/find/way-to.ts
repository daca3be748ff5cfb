import type { Item } from '../item.ts';
import { walkSources } from './walk-sources.ts';
import type { PlacedSource } from './walk-sources.ts';

/**
 * Where the item or entry with this key is; undefined if there is none.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * wayTo(timeline(exampleThread).items, '1')?.source.kind; //=> 'group'
 */
export function wayTo(items: Iterable<Item>, key: string): PlacedSource | undefined {
  for (const placed of walkSources(items)) if (placed.source.key === key) return placed;
  return undefined;
}
