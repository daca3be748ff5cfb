/**
 * A persistent list: `append` and `set` give a new list and share all but O(log32 n) nodes with the old one.
 *
 * The ledger's state keeps its steps and timeline items in vectors, so that one event costs the same
 * at the tenth item and at the hundred thousandth ([L5]). The tree is private: deep equality sees the items, once.
 */
/** A node has 2 to this many children. */
export const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

type Leaf<T> = readonly T[];
export interface Branch<T> {
  readonly children: readonly Node<T>[];
}
export type Node<T> = Leaf<T> | Branch<T>;

/** What a list is made of. */
export interface Tree<T> {
  readonly shift: number;
  readonly root: Branch<T>;
  readonly tail: readonly T[];
  readonly last: T | undefined;
}

/** Most lists begin empty, and many stay so. */
const NO_LEAF: Leaf<never> = [];
const NO_ROOT: Branch<never> = { children: [] };

/**
 * A list that does not change: `append` and `set` give another one, which shares most of itself with the first.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const { log } = foldAll(exampleEvents);
 * log.at(0)?.kind; //=> 'message'
 * log.toArray().length === log.length; //=> true
 */
export class Vector<T> implements Iterable<T> {
  static readonly #EMPTY = new Vector<never>(0, BITS, NO_ROOT, NO_LEAF, undefined);

  readonly length: number;
  readonly #shift: number;
  /** Holds the leaves that are full, and not the one that the last item is in. */
  readonly #root: Branch<T>;
  /** The items between those leaves and the last item. */
  readonly #tail: Leaf<T>;
  /** Apart, because a stream changes the last item over and over: that copies no leaf. Undefined in an empty list. */
  readonly #last: T | undefined;

  private constructor(length: number, shift: number, root: Branch<T>, tail: Leaf<T>, last: T | undefined) {
    this.length = length;
    this.#shift = shift;
    this.#root = root;
    this.#tail = tail;
    this.#last = last;
  }

  static empty<T>(): Vector<T> {
    return Vector.#EMPTY;
  }

  /** `Vector.from([1, 2]).append(3)` */
  static from<T>(values: Iterable<T>): Vector<T> {
    const array = [...values];
    let vector = Vector.empty<T>();
    for (let start = 0; start < array.length; start += WIDTH) {
      const last = Math.min(start + WIDTH, array.length) - 1;
      vector = vector.#startLeaf(array.slice(start, last), array[last]);
    }
    return vector;
  }

  /** Undefined outside the list, where a negative index is too, and at anything that is not a whole number. */
  at(index: number): T | undefined {
    if (index === this.length - 1) return this.#last;
    return this.#covers(index) ? this.#leafAt(index)[index & MASK] : undefined;
  }

  last(): T | undefined {
    return this.#last;
  }

  append(value: T): Vector<T> {
    const last = this.#last;
    if (!isItem(last, this) || this.#tail.length === WIDTH - 1) return this.#startLeaf(NO_LEAF, value);
    return new Vector(this.length + 1, this.#shift, this.#root, extended(this.#tail, last), value);
  }

  /** Setting outside the list changes nothing: the fold never throws over a position. */
  set(index: number, value: T): Vector<T> {
    if (!this.#covers(index)) return this;
    if (index === this.length - 1) return new Vector(this.length, this.#shift, this.#root, this.#tail, value);
    if (index >= this.#tailStart()) {
      const tail = replaced(this.#tail, index & MASK, value);
      return new Vector(this.length, this.#shift, this.#root, tail, this.#last);
    }
    const root = setIn(this.#root, this.#shift, index, value);
    return new Vector(this.length, this.#shift, root, this.#tail, this.#last);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let start = 0; start < this.length - 1; start += WIDTH) yield* this.#leafAt(start);
    const last = this.#last;
    if (isItem(last, this)) yield last;
  }

  toArray(): T[] {
    const array: T[] = [];
    for (let start = 0; start < this.length - 1; start += WIDTH) array.push(...this.#leafAt(start));
    const last = this.#last;
    if (isItem(last, this)) array.push(last);
    return array;
  }

  /** As those of an array, and gives one. */
  map<U>(each: (item: T, index: number) => U): U[] {
    return this.toArray().map(each);
  }

  filter(keeps: (item: T, index: number) => boolean): T[] {
    return this.toArray().filter(keeps);
  }

  /** What `JSON.stringify` sees: the list as a plain array. */
  toJSON(): T[] {
    return this.toArray();
  }

  /** The nodes, for whoever compares what two lists share. */
  static treeOf<T>(vector: Vector<T>): Tree<T> {
    return { shift: vector.#shift, root: vector.#root, tail: vector.#tail, last: vector.#last };
  }

  #covers(index: number): boolean {
    return index >>> 0 === index && index < this.length;
  }

  #tailStart(): number {
    return this.length - 1 - this.#tail.length;
  }

  /** The leaf, or the tail, that holds the item at `index`, which is in the list and not its last. */
  #leafAt(index: number): Leaf<T> {
    if (index >= this.#tailStart()) return this.#tail;
    let node: Node<T> | undefined = this.#root;
    for (let level = this.#shift; node !== undefined && isBranch(node); level -= BITS) {
      node = node.children[(index >>> level) & MASK];
    }
    return node ?? NO_LEAF;
  }

  /** The tail and the last item, which are a full leaf, go into the tree; `tail` and `last` are the new ones. */
  #startLeaf(tail: Leaf<T>, last: T | undefined): Vector<T> {
    const length = this.length + tail.length + 1;
    const ended = this.#last;
    if (!isItem(ended, this)) return new Vector(length, BITS, NO_ROOT, tail, last);
    const leaf = extended(this.#tail, ended);
    const isFull = this.length >>> BITS > 1 << this.#shift;
    if (isFull) {
      const root = { children: [this.#root, path(this.#shift, leaf)] };
      return new Vector(length, this.#shift + BITS, root, tail, last);
    }
    const root = pushLeaf(this.#root, this.#shift, this.length - 1, leaf);
    return new Vector(length, this.#shift, root, tail, last);
  }
}

/** A list that is not empty has a last item, and if that is undefined then it is so by the caller's own will. */
function isItem<T>(_last: T | undefined, list: Vector<T>): _last is T {
  return list.length > 0;
}

function extended<T>(leaf: Leaf<T>, value: T): Leaf<T> {
  // `toSpliced` allocates the exact length; a spread leaves half of it empty.
  return leaf.toSpliced(leaf.length, 0, value);
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
