import type { Vector } from '../structure/vector.ts';
import type { Hop, Item, Path, Spot, TimelineState } from './item.ts';

/** Rewrites the list of items at the end of a path, and only the nodes on the way to it. */
function changeItems(
  timeline: TimelineState,
  path: Path,
  change: (items: Vector<Item>) => Vector<Item>,
): TimelineState {
  return { ...timeline, items: within(timeline.items, path, 0, change) };
}

export function changeItem(timeline: TimelineState, spot: Spot, change: (item: Item) => Item): TimelineState {
  return changeItems(timeline, spot.path, (items) => {
    const item = items.at(spot.item);
    return item === undefined ? items : items.set(spot.item, change(item));
  });
}

export function itemsAt(timeline: TimelineState, path: Path): Vector<Item> {
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
  const added = make(`${pathKey(path)}${item}`);
  return { timeline: changeItems(timeline, path, (items) => items.append(added)), item };
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

function within(
  items: Vector<Item>,
  path: Path,
  depth: number,
  change: (items: Vector<Item>) => Vector<Item>,
): Vector<Item> {
  const hop = path[depth];
  if (hop === undefined) return change(items);
  const item = items.at(hop.item);
  if (hop.through === 'section') {
    if (item?.kind !== 'section') return items;
    return items.set(hop.item, { ...item, items: within(item.items, path, depth + 1, change) });
  }
  const entry = item?.kind === 'group' ? item.entries.at(hop.entry) : undefined;
  if (item?.kind !== 'group' || entry?.kind !== 'call') return items;
  const child = entry.children[hop.child];
  if (child === undefined) return items;
  const nested = { ...child, items: within(child.items, path, depth + 1, change) };
  const children = entry.children.with(hop.child, nested);
  return items.set(hop.item, { ...item, entries: item.entries.set(hop.entry, { ...entry, children }) });
}
