import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { RewindableEntries } from '../thread/rewindable-entries.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { fateOfEntry } from './tell-entry.ts';

/** The entries from the root to the last one. An entry that follows an earlier one starts another branch. */
export class Branch {
  readonly #entries: RewindableEntries<JsonFields>;
  readonly #byId = new Map<string, JsonFields>();
  /** Where an entry stands in the branch; of one that was left behind, where it stood. */
  readonly #places = new Map<string, number>();
  #last: string | undefined;

  constructor(thread: ThreadWriter, tell: (entry: JsonFields) => void) {
    this.#entries = new RewindableEntries(thread, tell, (entry) => fateOfEntry(entry).fate === 'shown');
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
    if (this.#last === undefined || parent === this.#last) return this.#append(entry, id);
    return this.#turnTo(parent, entry, id);
  }

  #append(entry: JsonFields, id: string): boolean {
    this.#places.set(id, this.#entries.length);
    this.#entries.append(entry);
    this.#last = id;
    return true;
  }

  #turnTo(parent: string | undefined, entry: JsonFields, id: string): boolean {
    const chain: JsonFields[] = [entry];
    let at = parent;
    while (at !== undefined && this.#placeOf(at) === undefined) {
      const above = this.#byId.get(at);
      // An unknown parent, or a circle: what is told stays, and the entry follows it.
      if (above === undefined || chain.length > this.#byId.size) return this.#append(entry, id);
      chain.push(above);
      at = textOf(above['parentId']);
    }
    const keep = at === undefined ? 0 : (this.#placeOf(at) ?? 0) + 1;
    if (!this.#entries.replace(keep, chain.reverse(), entry)) return false;
    this.#last = id;
    chain.forEach((told, place) => this.#places.set(textOf(told['id']) ?? '', keep + place));
    return true;
  }

  #placeOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place !== undefined && this.#entries.at(place) === this.#byId.get(id) ? place : undefined;
  }
}
