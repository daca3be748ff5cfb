import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { RewindableEntries } from '../thread/rewindable-entries.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { fateOfEntry } from './tell-entry.ts';

/** The entries from the root to the last one. An entry that follows an earlier one starts another branch; one that came before the entry it follows goes on from it. */
export class Branch {
  readonly #entries: RewindableEntries<JsonFields>;
  readonly #byId = new Map<string, JsonFields>();
  /** The last entry that follows each. */
  readonly #next = new Map<string, string>();
  /** Where an entry is in the branch; of one that was left behind, where it stood. */
  readonly #places = new Map<string, number>();
  #last: string | undefined;

  constructor(thread: ThreadWriter, tell: (entry: JsonFields) => void) {
    this.#entries = new RewindableEntries(thread, tell, (entry) => fateOfEntry(entry).fate === 'shown', idOf);
  }

  /** False if the file has gone back and forth too often. */
  take(entry: JsonFields): boolean {
    const id = textOf(entry['id']);
    const parent = textOf(entry['parentId']);
    // The first version has no ids: its entries follow each other.
    if (id === undefined || this.#byId.has(id)) {
      this.#entries.append(entry);
      return true;
    }
    this.#byId.set(id, entry);
    if (parent !== undefined) this.#next.set(parent, id);
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
      at = textOf(above['parentId']);
    }
    const keep = at === undefined ? 0 : (this.#placeOf(at) ?? 0) + 1;
    return this.#replace(keep, [...chain.reverse(), ...early], entry);
  }

  #followLast(entry: JsonFields, id: string, early: readonly JsonFields[]): boolean {
    const [first] = early;
    if (first === undefined) return this.#append(entry, id);
    return this.#replace(this.#placeOf(idOf(first)) ?? this.#entries.length, [entry, ...early], entry);
  }

  #replace(keep: number, told: readonly JsonFields[], fresh: JsonFields): boolean {
    if (!this.#entries.replace(keep, told, fresh)) return false;
    told.forEach((entry, place) => {
      this.#last = idOf(entry);
      this.#places.set(this.#last, keep + place);
    });
    return true;
  }

  #placeOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place !== undefined && this.#entries.at(place) === this.#byId.get(id) ? place : undefined;
  }
}

function idOf(entry: JsonFields): string {
  return textOf(entry['id']) ?? '';
}
