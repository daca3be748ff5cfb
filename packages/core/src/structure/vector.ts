/**
 * A persistent list: `append` and `set` give a new list and share all but O(log32 n) nodes with the old one.
 *
 * The ledger's state keeps its steps and timeline items in vectors, so that one event costs the same
 * at the tenth item and at the hundred thousandth ([L5]). The tree is private: deep equality sees the items, once.
 */
const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

type Leaf<T> = readonly T[];
interface Branch<T> {
  readonly children: readonly Node<T>[];
}
type Node<T> = Leaf<T> | Branch<T>;

/** Most lists begin empty, and many stay so. */
const NO_LEAF: Leaf<never> = [];
const NO_ROOT: Branch<never> = { children: [] };

export class Vector<T> implements Iterable<T> {
  static readonly #EMPTY = new Vector<never>(0, BITS, NO_ROOT, NO_LEAF);

  readonly length: number;
  readonly #root: Branch<T>;
  readonly #shift: number;
  /** The last one to 32 items (none of an empty list); the tree holds the full leaves before. */
  readonly #tail: Leaf<T>;

  private constructor(length: number, shift: number, root: Branch<T>, tail: Leaf<T>) {
    this.length = length;
    this.#shift = shift;
    this.#root = root;
    this.#tail = tail;
  }

  static empty<T>(): Vector<T> {
    return Vector.#EMPTY;
  }

  /** `Vector.from([1, 2]).append(3)` */
  static from<T>(values: Iterable<T>): Vector<T> {
    const array = [...values];
    let vector = new Vector<T>(Math.min(array.length, WIDTH), BITS, NO_ROOT, array.slice(0, WIDTH));
    for (let start = WIDTH; start < array.length; start += WIDTH) {
      vector = vector.#startTail(array.slice(start, start + WIDTH));
    }
    return vector;
  }

  /** Undefined outside the list, and at anything that is not a whole number. */
  at(index: number): T | undefined {
    if (!this.#covers(index)) return undefined;
    return this.#leafAt(index)[index & MASK];
  }

  last(): T | undefined {
    return this.#tail[this.#tail.length - 1];
  }

  append(value: T): Vector<T> {
    if (this.#tail.length === WIDTH) return this.#startTail([value]);
    // `toSpliced` allocates the exact length; a spread leaves half of it empty.
    const tail = this.#tail.toSpliced(this.#tail.length, 0, value);
    return new Vector(this.length + 1, this.#shift, this.#root, tail);
  }

  /** Setting outside the list changes nothing: the fold never throws over a position. */
  set(index: number, value: T): Vector<T> {
    if (!this.#covers(index)) return this;
    if (index >= this.#tailStart()) {
      return new Vector(this.length, this.#shift, this.#root, replaced(this.#tail, index & MASK, value));
    }
    return new Vector(this.length, this.#shift, setIn(this.#root, this.#shift, index, value), this.#tail);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let start = 0; start < this.length; start += WIDTH) yield* this.#leafAt(start);
  }

  toArray(): T[] {
    const array: T[] = [];
    for (let start = 0; start < this.length; start += WIDTH) array.push(...this.#leafAt(start));
    return array;
  }

  /** What `JSON.stringify` sees: the list as a plain array. */
  toJSON(): T[] {
    return this.toArray();
  }

  /** The nodes, for tests that count how many two lists share. */
  static treeOf(vector: Vector<unknown>): object {
    return { root: vector.#root, tail: vector.#tail };
  }

  #covers(index: number): boolean {
    return index >>> 0 === index && index < this.length;
  }

  #tailStart(): number {
    return this.length - this.#tail.length;
  }

  /** The leaf that holds the item at `index`, which is in the list. */
  #leafAt(index: number): Leaf<T> {
    if (index >= this.#tailStart()) return this.#tail;
    let node: Node<T> | undefined = this.#root;
    for (let level = this.#shift; node !== undefined && isBranch(node); level -= BITS) {
      node = node.children[(index >>> level) & MASK];
    }
    return node ?? [];
  }

  /** The full tail goes into the tree; `tail` is the new one. */
  #startTail(tail: Leaf<T>): Vector<T> {
    const length = this.length + tail.length;
    const isFull = this.length >>> BITS > 1 << this.#shift;
    if (isFull) {
      const root = { children: [this.#root, path(this.#shift, this.#tail)] };
      return new Vector(length, this.#shift + BITS, root, tail);
    }
    return new Vector(length, this.#shift, pushLeaf(this.#root, this.#shift, this.length - 1, this.#tail), tail);
  }
}

function isBranch<T>(node: Node<T>): node is Branch<T> {
  return !Array.isArray(node);
}

function replaced<T>(array: readonly T[], index: number, value: T): readonly T[] {
  const copy = array.slice();
  copy[index] = value;
  return copy;
}

function path<T>(level: number, leaf: Leaf<T>): Node<T> {
  return level === 0 ? leaf : { children: [path(level - BITS, leaf)] };
}

function pushLeaf<T>(branch: Branch<T>, level: number, index: number, leaf: Leaf<T>): Branch<T> {
  const slot = (index >>> level) & MASK;
  const child = branch.children[slot];
  const next =
    child !== undefined && isBranch(child) ? pushLeaf(child, level - BITS, index, leaf) : path(level - BITS, leaf);
  return { children: replaced(branch.children, slot, next) };
}

function setIn<T>(branch: Branch<T>, level: number, index: number, value: T): Branch<T> {
  const slot = (index >>> level) & MASK;
  const child = branch.children[slot];
  if (child === undefined) return branch;
  const next = isBranch(child) ? setIn(child, level - BITS, index, value) : replaced(child, index & MASK, value);
  return { children: replaced(branch.children, slot, next) };
}
