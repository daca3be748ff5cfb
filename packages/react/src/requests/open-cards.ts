import type { RequestItem, Timeline } from '@toolthread/core';

export interface OpenCard {
  /** Of the item of the thread that it is in. */
  readonly index: number;
  readonly item: RequestItem;
}

/** Open cards are near the end. What the reader has begun to write in one outlives a look further up. */
const WITHIN = 60;

/** The requests that wait for a person, those of a member of a team too: `openCards(items).length > 0`. */
export function openCards(items: Timeline['items']): readonly OpenCard[] {
  const open: OpenCard[] = [];
  for (let index = Math.max(0, items.length - WITHIN); index < items.length; index += 1) {
    const item = items.at(index);
    if (item?.kind === 'request') open.push({ index, item });
    if (item?.kind === 'section') open.push(...openCards(item.items).map((card) => ({ ...card, index })));
  }
  return open.filter(({ item }) => item.request.settled === undefined);
}
