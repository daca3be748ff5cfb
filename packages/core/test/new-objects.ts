import { PersistentMap } from '../src/structure/persistent-map.ts';
import { Vector } from '../src/structure/vector.ts';

/**
 * The objects and arrays that can be reached from `after` and not from `before`: what one change has made.
 *
 * `newObjects(list, list.append(1)).length`
 */
export function newObjects(before: unknown, after: unknown): object[] {
  const old = reachable(before, new Set());
  return [...reachable(after, old)];
}

function reachable(from: unknown, known: ReadonlySet<object>): Set<object> {
  const found = new Set<object>();
  const queue: unknown[] = [from];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value !== 'object' || value === null || found.has(value) || known.has(value)) continue;
    found.add(value);
    for (const child of Object.values(nodesOf(value))) queue.push(child);
  }
  return found;
}

function nodesOf(value: object): object {
  if (value instanceof Vector) return Vector.treeOf(value);
  return value instanceof PersistentMap ? PersistentMap.treeOf(value) : value;
}
