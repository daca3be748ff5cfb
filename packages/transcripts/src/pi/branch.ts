import type { RecordPlace } from '@toolthread/core';
import type { JsonFields } from '@toolthread/core/json';
import { RewindableEntries } from '../thread/rewindable-entries.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';

/** How the entries of a file name each other. */
export interface EntryLinks {
  idOf(entry: JsonFields): string | undefined;
  /** What it follows; undefined if it is the first of its branch. `last`: the last entry of the branch that counts. */
  parentOf(entry: JsonFields, last: string | undefined): string | undefined;
  /** Whether its record is counted as shown. */
  isShown(entry: JsonFields): boolean;
}

/** The entries from the root to the last one. An entry that follows an earlier one starts another branch; one that came before the entry it follows goes on from it. */
export class Branch {
  readonly #entries: RewindableEntries<JsonFields>;
  readonly #thread: ThreadWriter;
  readonly #links: EntryLinks;
  /** Where each entry is in the file. */
  readonly #records = new WeakMap<JsonFields, RecordPlace>();
  readonly #byId = new Map<string, JsonFields>();
  /** What each entry follows. */
  readonly #parents = new Map<string, string>();
  /** The last entry that follows each. */
  readonly #next = new Map<string, string>();
  /** Where an entry is in the branch; of one that was left behind, where it stood. */
  readonly #places = new Map<string, number>();
  #last: string | undefined;

  constructor(thread: ThreadWriter, tell: (entry: JsonFields) => void, links: EntryLinks) {
    this.#thread = thread;
    this.#links = links;
    this.#entries = new RewindableEntries(
      thread,
      tell,
      (entry) => (links.isShown(entry) ? this.#records.get(entry) : undefined),
      (entry) => links.idOf(entry),
    );
  }

  /** Whether the entry has come. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** False if the file has gone back and forth too often. */
  take(entry: JsonFields): boolean {
    this.#records.set(entry, this.#thread.ledger.place);
    const id = this.#links.idOf(entry);
    // The first version has no ids: its entries follow each other.
    if (id === undefined || this.#byId.has(id)) {
      this.#entries.append(entry);
      return true;
    }
    this.#byId.set(id, entry);
    const parent = this.#links.parentOf(entry, this.#last);
    if (parent !== undefined) this.#next.set(parent, id);
    if (parent !== undefined) this.#parents.set(id, parent);
    const early = this.#after(id);
    if (early.length === 0 && (this.#last === undefined || parent === this.#last)) return this.#append(entry, id);
    return this.#turnTo(parent, entry, id, early);
  }

  /** What follows an entry and came before it. */
  #after(id: string): readonly JsonFields[] {
    const early: JsonFields[] = [];
    if (this.#entries.spent) return early;
    for (let at = this.#next.get(id); at !== undefined; at = this.#next.get(at)) {
      const entry = this.#byId.get(at);
      // A circle: it follows itself.
      if (entry === undefined || at === id) return [];
      early.push(entry);
    }
    return early;
  }

  #append(entry: JsonFields, id: string): boolean {
    this.#places.set(id, this.#entries.length);
    this.#entries.append(entry);
    this.#last = id;
    return true;
  }

  #turnTo(parent: string | undefined, entry: JsonFields, id: string, early: readonly JsonFields[]): boolean {
    const chain: JsonFields[] = [entry];
    let at = parent;
    while (at !== undefined && this.#placeOf(at) === undefined) {
      const above = this.#byId.get(at);
      // An unknown parent, or a circle: what is told stays, and the entry follows it.
      if (above === undefined || chain.length > this.#byId.size) return this.#followLast(entry, id, early);
      chain.push(above);
      at = this.#parents.get(at);
    }
    const keep = at === undefined ? 0 : (this.#placeOf(at) ?? 0) + 1;
    return this.#replace(keep, [...chain.reverse(), ...early], entry);
  }

  #followLast(entry: JsonFields, id: string, early: readonly JsonFields[]): boolean {
    const [first] = early;
    if (first === undefined) return this.#append(entry, id);
    return this.#replace(this.#placeOf(this.#idOf(first)) ?? this.#entries.length, [entry, ...early], entry);
  }

  #replace(keep: number, told: readonly JsonFields[], fresh: JsonFields): boolean {
    if (!this.#entries.replace(keep, told, fresh)) return false;
    told.forEach((entry, place) => {
      const id = this.#idOf(entry);
      this.#last = id;
      this.#places.set(id, keep + place);
    });
    return true;
  }

  #placeOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place !== undefined && this.#entries.at(place) === this.#byId.get(id) ? place : undefined;
  }

  #idOf(entry: JsonFields): string {
    return this.#links.idOf(entry) ?? '';
  }
}
