import type { Vector } from '../../structure/vector.ts';
import type { Hop, Item, Path, Spot, TimelineState } from '../item.ts';

export function changeItem(timeline: TimelineState, spot: Spot, change: (item: Item) => Item): TimelineState {
  const item = itemAt(timeline, spot);
  if (item === undefined) return timeline;
  const changed = change(item);
  return changed === item ? timeline : setItem(timeline, spot, changed);
}

export function itemAt(timeline: TimelineState, spot: Spot): Item | undefined {
  return itemsAt(timeline, spot.path).at(spot.item);
}

/** Puts an item into the list at the end of a path, or behind its last, and rewrites only the nodes on the way to it. */
export function setItem(timeline: TimelineState, spot: Spot, item: Item): TimelineState {
  return { ...timeline, items: within(timeline.items, spot, 0, item) };
}

function itemsAt(timeline: TimelineState, path: Path): Vector<Item> {
  let items = timeline.items;
  for (const hop of path) items = inside(items, hop) ?? items;
  return items;
}

/** Adds an item at the end of a list; its key is its place, which it keeps for good. */
export function appendItem(
  timeline: TimelineState,
  path: Path,
  make: (key: string) => Item,
): { timeline: TimelineState; item: number } {
  const item = itemsAt(timeline, path).length;
  return { timeline: setItem(timeline, { path, item }, make(spotKey({ path, item }))), item };
}

/** The key of the item that is there. */
export function spotKey({ path, item }: Spot): string {
  return `${pathKey(path)}${item}`;
}

function pathKey(path: Path): string {
  return path
    .map((hop) => (hop.through === 'section' ? `${hop.item}.` : `${hop.item}-${hop.entry}-${hop.child}.`))
    .join('');
}

function inside(items: Vector<Item>, hop: Hop): Vector<Item> | undefined {
  const item = items.at(hop.item);
  if (hop.through === 'section') return item?.kind === 'section' ? item.items : undefined;
  const entry = item?.kind === 'group' ? item.entries.at(hop.entry) : undefined;
  return entry?.kind === 'call' ? entry.children[hop.child]?.items : undefined;
}

function within(items: Vector<Item>, spot: Spot, depth: number, changed: Item): Vector<Item> {
  const hop = spot.path[depth];
  if (hop === undefined) return spot.item < items.length ? items.set(spot.item, changed) : items.append(changed);
  const item = items.at(hop.item);
  if (hop.through === 'section') {
    if (item?.kind !== 'section') return items;
    return items.set(hop.item, { ...item, items: within(item.items, spot, depth + 1, changed) });
  }
  const entry = item?.kind === 'group' ? item.entries.at(hop.entry) : undefined;
  if (item?.kind !== 'group' || entry?.kind !== 'call') return items;
  const child = entry.children[hop.child];
  if (child === undefined) return items;
  const nested = { ...child, items: within(child.items, spot, depth + 1, changed) };
  const children = entry.children.with(hop.child, nested);
  return items.set(hop.item, { ...item, entries: item.entries.set(hop.entry, { ...entry, children }) });
}
