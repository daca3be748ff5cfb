/** A number for each of very many texts, such as the ids of a file's records. */
import { DIGEST_WORDS, textDigest } from './text-digest.ts';

/** A text, or its bytes in UTF-8: who has them spares the way back. */
export type WrittenText = string | Uint8Array;

/** The digest of a text, and the number. */
const ENTRY_WORDS = DIGEST_WORDS + 1;
/** This many entries are side by side. */
const CHUNK = 512;
const FIRST_PLACES = 64;
/** A place without an entry. */
const NONE = 0;

/**
 * Law: what it holds of a text does not grow with the text, and nothing of it is on the heap: a long session has millions of ids, and
 * a map of them would be larger than anything else that is kept of it. Nor is there more than a few empty bytes for each of them: entries
 * are in the order they came, and only their places, which are small, are in a table with gaps.
 */
export class TextNumbers {
  #size = 0;
  readonly #chunks: Uint32Array[] = [];
  /** By their digest, which entry it is, from 1. */
  #places = new Uint32Array(FIRST_PLACES);

  get size(): number {
    return this.#size;
  }

  get(text: WrittenText): number | undefined {
    const entry = this.#places[this.#placeOf(digestOf(text))] ?? NONE;
    return entry === NONE ? undefined : this.#numberOf(entry);
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  /** `number` is from 0 to 4,294,967,295. */
  set(text: WrittenText, number: number): void {
    const digest = digestOf(text);
    this.#put(this.#placeOf(digest), digest, number);
  }

  /** Whether the text was not there before. */
  add(text: string): boolean {
    const known = this.#size;
    this.set(text, 0);
    return this.#size > known;
  }

  /** What it had; if it had none, it has `number` now. */
  getOrSet(text: WrittenText, number: number): number | undefined {
    const digest = digestOf(text);
    const place = this.#placeOf(digest);
    const entry = this.#places[place] ?? NONE;
    if (entry !== NONE) return this.#numberOf(entry);
    this.#put(place, digest, number);
    return undefined;
  }

  #numberOf(entry: number): number | undefined {
    return this.#chunks[chunkOf(entry)]?.[wordOf(entry) + DIGEST_WORDS];
  }

  #put(place: number, digest: Uint32Array, number: number): void {
    const known = this.#places[place] ?? NONE;
    const entry = known === NONE ? this.#size + 1 : known;
    const chunk = (this.#chunks[chunkOf(entry)] ??= new Uint32Array(CHUNK * ENTRY_WORDS));
    const word = wordOf(entry);
    chunk.set(digest, word);
    chunk[word + DIGEST_WORDS] = number;
    if (known !== NONE) return;
    this.#places[place] = entry;
    this.#size = entry;
    if (this.#size * 3 > this.#places.length * 2) this.#grow();
  }

  /** Where the entry's place is, or where it would be. */
  #placeOf(digest: Uint32Array): number {
    const places = this.#places;
    // There are always 2, 4, 8… times the first ones.
    const last = places.length - 1;
    let place = (digest[0] ?? 0) & last;
    for (;;) {
      const entry = places[place] ?? NONE;
      if (entry === NONE || this.#holds(entry, digest)) return place;
      place = (place + 1) & last;
    }
  }

  #holds(entry: number, digest: Uint32Array): boolean {
    const chunk = this.#chunks[chunkOf(entry)];
    const from = wordOf(entry);
    for (let word = 0; word < DIGEST_WORDS; word += 1) if (chunk?.[from + word] !== digest[word]) return false;
    return true;
  }

  /** No two entries have the same digest, so the next free place is the entry's. */
  #grow(): void {
    const places = new Uint32Array(this.#places.length * 2);
    const last = places.length - 1;
    for (let entry = 1; entry <= this.#size; entry += 1) {
      let place = (this.#chunks[chunkOf(entry)]?.[wordOf(entry)] ?? 0) & last;
      while (places[place] !== NONE) place = (place + 1) & last;
      places[place] = entry;
    }
    this.#places = places;
  }
}

function chunkOf(entry: number): number {
  return Math.floor((entry - 1) / CHUNK);
}

function wordOf(entry: number): number {
  return ((entry - 1) % CHUNK) * ENTRY_WORDS;
}

/** A longer text is not remembered: it would be held. */
const SHORT = 64;

interface Digested {
  text: string | undefined;
  readonly digest: Uint32Array;
}

/** The last two texts: of a record its own id and the one that it follows are asked for in turn. */
let last: Digested = { text: undefined, digest: new Uint32Array(DIGEST_WORDS) };
let before: Digested = { text: undefined, digest: new Uint32Array(DIGEST_WORDS) };

/** It is written over by the next but one. */
function digestOf(text: WrittenText): Uint32Array {
  if (text === last.text) return last.digest;
  [last, before] = [before, last];
  if (text === last.text) return last.digest;
  textDigest(text, last.digest);
  last.text = typeof text === 'string' && text.length <= SHORT ? text : undefined;
  return last.digest;
}
