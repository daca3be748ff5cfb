/**
 * A persistent list: `append`, `set` and `take` give a new list and share all but O(log32 n) nodes with the old one.
 *
 * The ledger's state keeps its steps and timeline items in vectors, so that one event costs the same
 * at the tenth item and at the hundred thousandth ([L5]).
 */
const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

type Leaf<T> = readonly T[];
interface Branch<T> {
  readonly children: readonly Node<T>[];
}
type Node<T> = Leaf<T> | Branch<T>;

export class Vector<T> implements Iterable<T> {
  readonly length: number;
  readonly #root: Branch<T>;
  readonly #shift: number;
  readonly #tail: Leaf<T>;

  private constructor(length: number, shift: number, root: Branch<T>, tail: Leaf<T>) {
    this.length = length;
    this.#shift = shift;
    this.#root = root;
    this.#tail = tail;
  }

  static empty<T>(): Vector<T> {
    return new Vector<T>(0, BITS, { children: [] }, []);
  }

  /** `Vector.from([1, 2]).append(3)` */
  static from<T>(values: Iterable<T>): Vector<T> {
    let vector = Vector.empty<T>();
    for (const value of values) vector = vector.append(value);
    return vector;
  }

  at(index: number): T | undefined {
    if (index < 0 || index >= this.length) return undefined;
    if (index >= this.#tailStart()) return this.#tail[index & MASK];
    let node: Node<T> = this.#root;
    for (let level = this.#shift; level > 0 && isBranch(node); level -= BITS) {
      const child: Node<T> | undefined = node.children[(index >>> level) & MASK];
      if (child === undefined) return undefined;
      node = child;
    }
    return isBranch(node) ? undefined : node[index & MASK];
  }

  last(): T | undefined {
    return this.at(this.length - 1);
  }

  append(value: T): Vector<T> {
    if (this.#tail.length < WIDTH) {
      return new Vector(this.length + 1, this.#shift, this.#root, [...this.#tail, value]);
    }
    const overflows = this.length >>> BITS > 1 << this.#shift;
    if (!overflows) {
      const root = pushLeaf(this.#root, this.#shift, this.length - 1, this.#tail);
      return new Vector(this.length + 1, this.#shift, root, [value]);
    }
    const root: Branch<T> = { children: [this.#root, path(this.#shift, this.#tail)] };
    return new Vector(this.length + 1, this.#shift + BITS, root, [value]);
  }

  /** Setting outside the list changes nothing: the fold never throws over a position. */
  set(index: number, value: T): Vector<T> {
    if (index < 0 || index >= this.length) return this;
    if (index >= this.#tailStart()) {
      return new Vector(this.length, this.#shift, this.#root, this.#tail.with(index & MASK, value));
    }
    return new Vector(this.length, this.#shift, setIn(this.#root, this.#shift, index, value), this.#tail);
  }

  *[Symbol.iterator](): Iterator<T> {
    if (this.#tailStart() > 0) yield* leaves(this.#root);
    yield* this.#tail;
  }

  toArray(): T[] {
    return [...this];
  }

  /** What `JSON.stringify` and deep equality see: the list as a plain array. */
  toJSON(): T[] {
    return this.toArray();
  }

  #tailStart(): number {
    return this.length - this.#tail.length;
  }
}

function isBranch<T>(node: Node<T>): node is Branch<T> {
  return !Array.isArray(node);
}

function path<T>(level: number, leaf: Leaf<T>): Node<T> {
  return level === 0 ? leaf : { children: [path(level - BITS, leaf)] };
}

function pushLeaf<T>(branch: Branch<T>, level: number, index: number, leaf: Leaf<T>): Branch<T> {
  const slot = (index >>> level) & MASK;
  const child = branch.children[slot];
  const children = branch.children.slice();
  children[slot] =
    child !== undefined && isBranch(child)
      ? pushLeaf(child, level - BITS, index, leaf)
      : path(level - BITS, leaf);
  return { children };
}

function setIn<T>(branch: Branch<T>, level: number, index: number, value: T): Branch<T> {
  const slot = (index >>> level) & MASK;
  const child = branch.children[slot];
  if (child === undefined) return branch;
  const next = isBranch(child)
    ? setIn(child, level - BITS, index, value)
    : child.with(index & MASK, value);
  return { children: branch.children.with(slot, next) };
}

function* leaves<T>(node: Node<T>): Iterable<T> {
  if (!isBranch(node)) {
    yield* node;
    return;
  }
  for (const child of node.children) yield* leaves(child);
}
