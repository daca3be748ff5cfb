/**
 * A persistent map with string keys (a hash trie, 32-way): `set` and `delete` share all but O(log32 n) nodes.
 * Keys come from hostile text, so a plain object (`__proto__`) is no map.
 */
const BITS = 5;
const MASK = (1 << BITS) - 1;
const DEPTH = 30;

interface Entry<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
}
type Slot<V> = Entry<V> | Inner<V> | Collision<V>;
interface Inner<V> {
  readonly bitmap: number;
  readonly slots: readonly Slot<V>[];
}
interface Collision<V> {
  readonly entries: readonly Entry<V>[];
}

export class PersistentMap<V> {
  readonly size: number;
  readonly #root: Inner<V>;

  private constructor(size: number, root: Inner<V>) {
    this.size = size;
    this.#root = root;
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(0, { bitmap: 0, slots: [] });
  }

  get(key: string): V | undefined {
    return find(this.#root, 0, hashOf(key), key)?.value;
  }

  has(key: string): boolean {
    return find(this.#root, 0, hashOf(key), key) !== undefined;
  }

  set(key: string, value: V): PersistentMap<V> {
    const entry: Entry<V> = { key, hash: hashOf(key), value };
    const grows = find(this.#root, 0, entry.hash, key) === undefined;
    return new PersistentMap(this.size + (grows ? 1 : 0), put(this.#root, 0, entry));
  }

  delete(key: string): PersistentMap<V> {
    const hash = hashOf(key);
    if (find(this.#root, 0, hash, key) === undefined) return this;
    return new PersistentMap(this.size - 1, remove(this.#root, 0, hash, key));
  }

  *entries(): Iterable<[string, V]> {
    for (const entry of walk(this.#root)) yield [entry.key, entry.value];
  }

  /** Deep equality must not depend on the order of insertion: sorted by key. */
  toJSON(): [string, V][] {
    return [...this.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** FNV-1a over UTF-16 units, with a last mix so that near keys spread over the low bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

function isInner<V>(slot: Slot<V>): slot is Inner<V> {
  return 'bitmap' in slot;
}

function isCollision<V>(slot: Slot<V>): slot is Collision<V> {
  return 'entries' in slot;
}

function bitAt(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & MASK);
}

function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function find<V>(node: Inner<V>, shift: number, hash: number, key: string): Entry<V> | undefined {
  let current = node;
  for (let level = shift; ; level += BITS) {
    const bit = bitAt(hash, level);
    if ((current.bitmap & bit) === 0) return undefined;
    const slot = current.slots[popCount(current.bitmap & (bit - 1))];
    if (slot === undefined) return undefined;
    if (isInner(slot)) {
      current = slot;
      continue;
    }
    if (isCollision(slot)) return slot.entries.find((entry) => entry.key === key);
    return slot.key === key ? slot : undefined;
  }
}

function put<V>(node: Inner<V>, shift: number, entry: Entry<V>): Inner<V> {
  const bit = bitAt(entry.hash, shift);
  const index = popCount(node.bitmap & (bit - 1));
  const slot = node.slots[index];
  if ((node.bitmap & bit) === 0 || slot === undefined) {
    return { bitmap: node.bitmap | bit, slots: node.slots.toSpliced(index, 0, entry) };
  }
  return { bitmap: node.bitmap, slots: node.slots.with(index, merge(slot, shift + BITS, entry)) };
}

function merge<V>(slot: Slot<V>, shift: number, entry: Entry<V>): Slot<V> {
  if (isInner(slot)) return put(slot, shift, entry);
  if (isCollision(slot)) {
    return { entries: [...slot.entries.filter((other) => other.key !== entry.key), entry] };
  }
  if (slot.key === entry.key) return entry;
  if (shift > DEPTH) return { entries: [slot, entry] };
  return put(put({ bitmap: 0, slots: [] }, shift, slot), shift, entry);
}

function remove<V>(node: Inner<V>, shift: number, hash: number, key: string): Inner<V> {
  const bit = bitAt(hash, shift);
  const index = popCount(node.bitmap & (bit - 1));
  const slot = node.slots[index];
  if (slot === undefined) return node;
  if (isInner(slot)) {
    return { bitmap: node.bitmap, slots: node.slots.with(index, remove(slot, shift + BITS, hash, key)) };
  }
  if (isCollision(slot)) {
    const entries = slot.entries.filter((entry) => entry.key !== key);
    return { bitmap: node.bitmap, slots: node.slots.with(index, { entries }) };
  }
  return { bitmap: node.bitmap & ~bit, slots: node.slots.toSpliced(index, 1) };
}

function* walk<V>(slot: Slot<V>): Iterable<Entry<V>> {
  if (isInner(slot)) {
    for (const child of slot.slots) yield* walk(child);
    return;
  }
  if (isCollision(slot)) yield* slot.entries;
  else yield slot;
}
