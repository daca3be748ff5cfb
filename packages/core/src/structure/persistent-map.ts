/**
 * A persistent map with string keys (a hash trie, 32-way): `set` and `delete` share all but O(log32 n) nodes.
 * Keys come from hostile text, so a plain object (`__proto__`) is no map.
 *
 * Equal maps have the same entries in the same order, however they were filled and emptied. The trie is private: deep equality
 * sees the entries, once.
 */
import { hashKey } from './hash-key.ts';

const BITS = 5;
const MASK = (1 << BITS) - 1;
const LAST_SHIFT = 30;

interface Entry<V> {
  readonly kind: 'entry';
  readonly hash: number;
  readonly key: string;
  readonly value: V;
}
/** One bit and one slot for each of the 32 values these five bits of the hash have here. */
interface Branch<V> {
  readonly kind: 'branch';
  readonly bitmap: number;
  readonly slots: readonly Slot<V>[];
}
/** At least two entries whose hashes are the same, sorted by key. */
interface Collision<V> {
  readonly kind: 'collision';
  readonly entries: readonly Entry<V>[];
}
type Slot<V> = Entry<V> | Branch<V> | Collision<V>;

const NO_BRANCH = branchOf<never>(0, []);

/**
 * A map by strings that does not change: `set` gives another one, which shares most of itself with the first.
 *
 * @example
 * import { foldAll } from '@toolthread/core';
 * const { scopes } = foldAll(exampleEvents);
 * scopes.size; //=> 1
 * scopes.get('')?.status; //=> 'completed'
 */
export class PersistentMap<V> implements Iterable<[string, V]> {
  static readonly #EMPTY = new PersistentMap<never>(0, undefined, undefined);

  readonly size: number;
  /** Without the last entry, or with an older value of it. */
  readonly #root: Slot<V> | undefined;
  /** The one that was set last. Apart, because a stream changes one step or one call over and over: that copies no branch. */
  readonly #last: Entry<V> | undefined;

  private constructor(size: number, root: Slot<V> | undefined, last: Entry<V> | undefined) {
    this.size = size;
    this.#root = root;
    this.#last = last;
  }

  static empty<V>(): PersistentMap<V> {
    return PersistentMap.#EMPTY;
  }

  get(key: string): V | undefined {
    return this.#find(key)?.value;
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  /** `PersistentMap.empty<number>().set('a', 1).get('a') === 1`; setting what is there gives the same map. */
  set(key: string, value: V): PersistentMap<V> {
    const last = this.#last;
    const hash = last?.key === key ? last.hash : hashKey(key);
    const old = last?.key === key ? last : find(this.#root, key, hash);
    if (old !== undefined && Object.is(old.value, value)) return this;
    const entry: Entry<V> = { kind: 'entry', hash, key, value };
    const root = old !== undefined && old === this.#last ? this.#root : this.#whole();
    return new PersistentMap(old === undefined ? this.size + 1 : this.size, root, entry);
  }

  /** The same as to set each, but no branch is copied twice. */
  setAll(values: readonly (readonly [string, V])[]): PersistentMap<V> {
    const entries: Entry<V>[] = [];
    const added = new Set<string>();
    for (const [key, value] of values) {
      const old = this.#find(key);
      if (old === undefined) added.add(key);
      entries.push({ kind: 'entry', hash: old?.hash ?? hashKey(key), key, value });
    }
    const [first, ...others] = entries;
    if (first === undefined) return this;
    const whole = this.#whole();
    const root = whole === undefined ? mergeAll(first, 0, others) : mergeAll(whole, 0, entries);
    return new PersistentMap(this.size + added.size, root, undefined);
  }

  delete(key: string): PersistentMap<V> {
    if (!this.has(key)) return this;
    if (this.size === 1) return PersistentMap.empty();
    const last = this.#last?.key === key ? undefined : this.#last;
    return new PersistentMap(this.size - 1, without(this.#root, key), last);
  }

  /** In the order of the trie: the same for equal maps, and no order that means anything. */
  *[Symbol.iterator](): Iterator<[string, V]> {
    const root = this.#whole();
    if (root === undefined) return;
    for (const entry of walk(root)) yield [entry.key, entry.value];
  }

  entries(): Iterable<[string, V]> {
    return this;
  }

  /** In the order of the entries. */
  *values(): Generator<V, void> {
    for (const [, value] of this) yield value;
  }

  /** What `JSON.stringify` sees: the entries, sorted by key. */
  toJSON(): [string, V][] {
    return [...this].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The nodes, for tests that count how many two maps share. */
  static treeOf(map: PersistentMap<unknown>): object {
    return { root: map.#root, last: map.#last };
  }

  #find(key: string): Entry<V> | undefined {
    return this.#last?.key === key ? this.#last : find(this.#root, key);
  }

  #whole(): Slot<V> | undefined {
    if (this.#root === undefined || this.#last === undefined) return this.#last ?? this.#root;
    return merge(this.#root, 0, this.#last);
  }
}

function branchOf<V>(bitmap: number, slots: readonly Slot<V>[]): Branch<V> {
  return { kind: 'branch', bitmap, slots };
}

function bitAt(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK);
}

/** How many slots are before that of `bit`. */
function indexOf(bitmap: number, bit: number): number {
  let n = bitmap & (bit - 1);
  n -= (n >>> 1) & 0x55555555;
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function find<V>(root: Slot<V> | undefined, key: string, known?: number): Entry<V> | undefined {
  if (root?.kind !== 'branch') return root === undefined ? undefined : entryIn(root, key);
  const hash = known ?? hashKey(key);
  let branch = root;
  for (let shift = 0; ; shift += BITS) {
    const bit = bitAt(hash, shift);
    if ((branch.bitmap & bit) === 0) return undefined;
    const slot = branch.slots[indexOf(branch.bitmap, bit)];
    if (slot?.kind !== 'branch') return slot === undefined ? undefined : entryIn(slot, key);
    branch = slot;
  }
}

function entryIn<V>(slot: Entry<V> | Collision<V>, key: string): Entry<V> | undefined {
  if (slot.kind === 'collision') return slot.entries.find((entry) => entry.key === key);
  return slot.key === key ? slot : undefined;
}

function put<V>(branch: Branch<V>, shift: number, entry: Entry<V>): Branch<V> {
  const bit = bitAt(entry.hash, shift);
  const index = indexOf(branch.bitmap, bit);
  const slot = branch.slots[index];
  if ((branch.bitmap & bit) === 0 || slot === undefined) {
    return branchOf(branch.bitmap | bit, branch.slots.toSpliced(index, 0, entry));
  }
  return replaceSlot(branch, index, merge(slot, shift + BITS, entry));
}

function merge<V>(slot: Slot<V>, shift: number, entry: Entry<V>): Slot<V> {
  switch (slot.kind) {
    case 'branch':
      return put(slot, shift, entry);
    case 'collision':
      return collisionOf([...slot.entries.filter((other) => other.key !== entry.key), entry]);
    case 'entry':
      if (slot.key === entry.key) return entry;
      if (shift > LAST_SHIFT) return collisionOf([slot, entry]);
      return put(put(NO_BRANCH, shift, slot), shift, entry);
    default:
      return slot satisfies never;
  }
}

/** Sorted into the slots that they belong to, and each slot changed once. */
function mergeAll<V>(slot: Slot<V>, shift: number, entries: readonly Entry<V>[]): Slot<V> {
  if (slot.kind !== 'branch' || entries.length < FEW)
    return entries.reduce<Slot<V>>((merged, entry) => merge(merged, shift, entry), slot);
  const bySlot: Entry<V>[][] = [];
  for (const entry of entries) (bySlot[(entry.hash >>> shift) & MASK] ??= []).push(entry);
  const slots = slot.slots.slice();
  bySlot.forEach((group, place) => {
    const bit = 1 << place;
    const index = indexOf(slot.bitmap, bit);
    const before = slots[index];
    if ((slot.bitmap & bit) !== 0 && before !== undefined) slots[index] = mergeAll(before, shift + BITS, group);
  });
  let branch = branchOf(slot.bitmap, slots);
  // What has no slot yet.
  bySlot.forEach((group, place) => {
    if ((slot.bitmap & (1 << place)) === 0) branch = group.reduce((added, entry) => put(added, shift, entry), branch);
  });
  return branch;
}

/** For as many, sorting costs as much as it saves. */
const FEW = 4;

function collisionOf<V>(entries: Entry<V>[]): Collision<V> {
  return { kind: 'collision', entries: entries.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

function replaceSlot<V>(branch: Branch<V>, index: number, slot: Slot<V>): Branch<V> {
  const slots = branch.slots.slice();
  slots[index] = slot;
  return branchOf(branch.bitmap, slots);
}

function without<V>(root: Slot<V> | undefined, key: string): Slot<V> | undefined {
  const old = find(root, key);
  if (old === undefined) return root;
  return root?.kind === 'branch' ? lifted(remove(root, 0, old.hash, key)) : undefined;
}

/** The key is there. */
function remove<V>(branch: Branch<V>, shift: number, hash: number, key: string): Branch<V> {
  const bit = bitAt(hash, shift);
  const index = indexOf(branch.bitmap, bit);
  const slot = branch.slots[index];
  if (slot?.kind === 'branch') return replaceSlot(branch, index, lifted(remove(slot, shift + BITS, hash, key)));
  if (slot?.kind === 'collision') {
    const entries = slot.entries.filter((entry) => entry.key !== key);
    const [only] = entries;
    return replaceSlot(
      branch,
      index,
      entries.length === 1 && only !== undefined ? only : { kind: 'collision', entries },
    );
  }
  return branchOf(branch.bitmap & ~bit, branch.slots.toSpliced(index, 1));
}

/** A branch with one entry stands for that entry, as it would had the others never come. */
function lifted<V>(branch: Branch<V>): Slot<V> {
  const [only, other] = branch.slots;
  return only !== undefined && other === undefined && only.kind === 'entry' ? only : branch;
}

function* walk<V>(root: Slot<V>): Iterable<Entry<V>> {
  const left = [root];
  for (let slot = left.pop(); slot !== undefined; slot = left.pop()) {
    if (slot.kind === 'entry') yield slot;
    else left.push(...(slot.kind === 'branch' ? slot.slots : slot.entries).toReversed());
  }
}
