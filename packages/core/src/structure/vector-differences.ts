import { type Branch, BITS, type Node, Vector } from './vector.ts';

/**
 * The places at which two lists do not hold the very same item, in order. What the lists share is passed over by the node: it costs what has changed, and
 * no more where the lists are long ([L5]).
 */
export function* vectorDifferences<T>(before: Vector<T>, after: Vector<T>): Iterable<number> {
  if (before === after) return;
  const [was, is] = [Vector.treeOf(before), Vector.treeOf(after)];
  const shared = Math.max(0, Math.min(before.length - 1 - was.tail.length, after.length - 1 - is.tail.length));
  const level = Math.max(was.shift, is.shift);
  yield* differing(lifted(was.root, was.shift, level), lifted(is.root, is.shift, level), level, 0, shared);
  for (let index = shared; index < Math.max(before.length, after.length); index += 1)
    if (before.at(index) !== after.at(index) || index >= before.length || index >= after.length) yield index;
}

/** The same tree, as high as another one. */
function lifted<T>(root: Branch<T>, from: number, level: number): Branch<T> {
  let branch = root;
  for (let height = from; height < level; height += BITS) branch = { children: [branch] };
  return branch;
}

/** Where two nodes that begin at place `start` differ, before place `end`. */
function* differing<T>(
  before: Node<T> | undefined,
  after: Node<T> | undefined,
  level: number,
  start: number,
  end: number,
): Iterable<number> {
  if (before === after || start >= end) return;
  if (level === 0) {
    const [was, is] = [leafOf(before), leafOf(after)];
    for (let slot = 0; slot < 2 ** BITS && start + slot < end; slot += 1)
      if (was[slot] !== is[slot]) yield start + slot;
    return;
  }
  const [was, is] = [childrenOf(before), childrenOf(after)];
  for (let slot = 0; slot < Math.max(was.length, is.length); slot += 1)
    yield* differing(was[slot], is[slot], level - BITS, start + slot * 2 ** level, end);
}

function leafOf<T>(node: Node<T> | undefined): readonly T[] {
  return Array.isArray(node) ? node : [];
}

function childrenOf<T>(node: Node<T> | undefined): readonly Node<T>[] {
  return node !== undefined && 'children' in node ? node.children : [];
}
