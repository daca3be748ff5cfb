import { HUMAN } from '@toolthread/core';
import type { Timeline } from '@toolthread/core';

export type CopyWhat = 'item' | 'turn' | 'thread';

/** The items from one place to another, the last not included. */
export interface ItemSpan {
  readonly from: number;
  readonly to: number;
}

/** `copiedItems(items, 5, 'turn')`: an item alone, all from what a person said last to what they say next, or everything. */
export function copiedItems(items: Timeline['items'], index: number, what: CopyWhat): ItemSpan {
  if (what === 'thread') return { from: 0, to: items.length };
  if (what === 'item') return { from: index, to: index + 1 };
  let [from, to] = [index, index + 1];
  while (from > 0 && !isPrompt(items, from)) from -= 1;
  while (to < items.length && !isPrompt(items, to)) to += 1;
  return { from, to };
}

function isPrompt(items: Timeline['items'], index: number): boolean {
  const item = items.at(index);
  return item?.kind === 'message' && item.author === HUMAN;
}
