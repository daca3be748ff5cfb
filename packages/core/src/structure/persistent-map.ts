/**
 * A persistent map with string keys (a hash trie, 32-way): `set` and `delete` share all but O(log32 n) nodes.
 * Keys come from hostile text, so a plain object (`__proto__`) is no map.
 *
 * Equal maps have equal tries, in whatever order they were filled and emptied, and no field is hidden from the runtime:
 * deep equality sees all of it (once, for it is no iterable), and a test can count the nodes two maps share.
 */
import { hashKey } from './hash-key.ts';
import { currentMaker } from './maker.ts';
import type { Maker } from './maker.ts';

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
class Branch<V> {
  readonly kind = 'branch' as const;
  bitmap: number;
  slots: Slot<V>[];
  readonly #maker: Maker | undefined;

  constructor(bitmap: number, slots: Slot<V>[]) {
    this.bitmap = bitmap;
    this.slots = slots;
    this.#maker = currentMaker();
  }

  /** Nobody but whoever is at work has seen it: it may be changed in place. */
  isFresh(): boolean {
    return this.#maker !== undefined && this.#maker === currentMaker();
  }
}
/** At least two entries whose hashes are the same, sorted by key. */
interface Collision<V> {
  readonly kind: 'collision';
  readonly entries: readonly Entry<V>[];
}
type Slot<V> = Entry<V> | Branch<V> | Collision<V>;

export class PersistentMap<V> {
  static readonly #EMPTY = new PersistentMap<never>(0, new Branch(0, []));

  readonly size: number;
  private readonly root: Branch<V>;

  private constructor(size: number, root: Branch<V>) {
    this.size = size;
    this.root = root;
  }

  static empty<V>(): PersistentMap<V> {
    return PersistentMap.#EMPTY;
  }

  get(key: string): V | undefined {
    return find(this.root, hashKey(key), key)?.value;
  }

  has(key: string): boolean {
    return find(this.root, hashKey(key), key) !== undefined;
  }

  /** `PersistentMap.empty<number>().set('a', 1).get('a') === 1`; setting what is there gives the same map. */
  set(key: string, value: V): PersistentMap<V> {
    const hash = hashKey(key);
    const old = find(this.root, hash, key);
    if (old !== undefined && Object.is(old.value, value)) return this;
    const root = put(this.root, 0, { kind: 'entry', hash, key, value });
    return new PersistentMap(old === undefined ? this.size + 1 : this.size, root);
  }

  delete(key: string): PersistentMap<V> {
    const hash = hashKey(key);
    if (find(this.root, hash, key) === undefined) return this;
    return new PersistentMap(this.size - 1, remove(this.root, 0, hash, key));
  }

  /** In the order of the trie: the same for equal maps, and no order that means anything. */
  *entries(): Iterable<[string, V]> {
    for (const entry of walk(this.root)) yield [entry.key, entry.value];
  }

  /** The keys of `before` that have another value here, or none; costs what has changed, not what is there. */
  *changedSince(before: PersistentMap<V>): Iterable<string> {
    for (const { key, hash, value } of unshared(before.root, this.root)) {
      const now = find(this.root, hash, key);
      if (now === undefined || !Object.is(now.value, value)) yield key;
    }
  }

  /** What `JSON.stringify` sees: the entries, sorted by key. */
  toJSON(): [string, V][] {
    return [...this.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function bitAt(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK);
}

/** How many slots stand before that of `bit`. */
function indexOf(bitmap: number, bit: number): number {
  let n = bitmap & (bit - 1);
  n -= (n >>> 1) & 0x55555555;
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function find<V>(root: Branch<V>, hash: number, key: string): Entry<V> | undefined {
  let branch = root;
  for (let shift = 0; ; shift += BITS) {
    const bit = bitAt(hash, shift);
    if ((branch.bitmap & bit) === 0) return undefined;
    const slot = branch.slots[indexOf(branch.bitmap, bit)];
    if (slot?.kind === 'branch') {
      branch = slot;
      continue;
    }
    if (slot?.kind === 'collision') return slot.entries.find((entry) => entry.key === key);
    return slot?.key === key ? slot : undefined;
  }
}

function put<V>(branch: Branch<V>, shift: number, entry: Entry<V>): Branch<V> {
  const bit = bitAt(entry.hash, shift);
  const index = indexOf(branch.bitmap, bit);
  const slot = branch.slots[index];
  if ((branch.bitmap & bit) === 0 || slot === undefined) {
    if (!branch.isFresh()) return new Branch(branch.bitmap | bit, branch.slots.toSpliced(index, 0, entry));
    branch.slots.splice(index, 0, entry);
    branch.bitmap |= bit;
    return branch;
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
      return put(new Branch<V>(bitAt(slot.hash, shift), [slot]), shift, entry);
    default:
      return slot satisfies never;
  }
}

function collisionOf<V>(entries: Entry<V>[]): Collision<V> {
  return { kind: 'collision', entries: entries.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

function replaceSlot<V>(branch: Branch<V>, index: number, slot: Slot<V>): Branch<V> {
  const changed = branch.isFresh() ? branch : new Branch(branch.bitmap, branch.slots.slice());
  changed.slots[index] = slot;
  return changed;
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
  return new Branch(branch.bitmap & ~bit, branch.slots.toSpliced(index, 1));
}

/** A branch with one entry stands for that entry, as it would had the others never come. */
function lifted<V>(branch: Branch<V>): Slot<V> {
  const [only, other] = branch.slots;
  return only !== undefined && other === undefined && only.kind === 'entry' ? only : branch;
}

function* walk<V>(branch: Branch<V>): Iterable<Entry<V>> {
  for (const slot of branch.slots) {
    if (slot.kind === 'entry') yield slot;
    else if (slot.kind === 'collision') yield* slot.entries;
    else yield* walk(slot);
  }
}

/** The entries of `before` under nodes that `after` does not share. */
function* unshared<V>(before: Branch<V>, after: Branch<V>): Iterable<Entry<V>> {
  if (before === after) return;
  let rest = before.bitmap;
  for (const slot of before.slots) {
    const bit = rest & -rest;
    rest &= ~bit;
    const now = (after.bitmap & bit) === 0 ? undefined : after.slots[indexOf(after.bitmap, bit)];
    if (now === slot) continue;
    if (slot.kind === 'branch' && now?.kind === 'branch') yield* unshared(slot, now);
    else if (slot.kind === 'branch') yield* walk(slot);
    else if (slot.kind === 'collision') yield* slot.entries;
    else yield slot;
  }
}
