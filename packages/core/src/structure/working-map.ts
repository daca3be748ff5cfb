import { PersistentMap } from './persistent-map.ts';

/**
 * A persistent map in two parts: what still changes, and what is settled. A stream changes one step and a few calls over
 * and over; in a small map of their own that costs a few nodes, where the map of all of them would copy a path each time.
 */
export class WorkingMap<V> {
  private readonly working: PersistentMap<V>;
  private readonly settled: PersistentMap<V>;
  private readonly isSettled: (value: V) => boolean;

  private constructor(working: PersistentMap<V>, settled: PersistentMap<V>, isSettled: (value: V) => boolean) {
    this.working = working;
    this.settled = settled;
    this.isSettled = isSettled;
  }

  /** `WorkingMap.empty<Step>((step) => step.end !== undefined)` */
  static empty<V>(isSettled: (value: V) => boolean): WorkingMap<V> {
    return new WorkingMap(PersistentMap.empty<V>(), PersistentMap.empty<V>(), isSettled);
  }

  get size(): number {
    return this.working.size + this.settled.size;
  }

  get(key: string): V | undefined {
    return this.working.get(key) ?? this.settled.get(key);
  }

  has(key: string): boolean {
    return this.working.has(key) || this.settled.has(key);
  }

  /** A key is in one part only: what settles moves over, and what is settled stays where it is. */
  set(key: string, value: V): WorkingMap<V> {
    if (this.isSettled(value)) {
      return new WorkingMap(this.working.delete(key), this.settled.set(key, value), this.isSettled);
    }
    const settled = this.working.has(key) ? this.settled : this.settled.delete(key);
    return new WorkingMap(this.working.set(key, value), settled, this.isSettled);
  }

  *entries(): Iterable<[string, V]> {
    yield* this.working.entries();
    yield* this.settled.entries();
  }

  /** The keys of `before` that have another value here, or none; costs what has changed, not what is there. */
  *changedSince(before: WorkingMap<V>): Iterable<string> {
    for (const key of this.working.changedSince(before.working)) yield key;
    for (const key of this.settled.changedSince(before.settled)) yield key;
  }

  toJSON(): [string, V][] {
    return [...this.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
