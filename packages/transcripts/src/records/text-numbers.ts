/** A number for each of very many texts, such as the ids of a file's records. */
import { DIGEST_WORDS, textDigest } from './text-digest.ts';

/** A text, or its bytes in UTF-8: who has them spares the way back. */
export type WrittenText = string | Uint8Array;

/** What follows the first word of a digest, and the number. */
const ENTRY_WORDS = DIGEST_WORDS;
/** This many entries are side by side. */
const CHUNK = 512;
const FIRST_PLACES = 64;
/** The first word of a digest, and its entry: nearly all other texts are told apart by that word, without a look at their entries. */
const PLACE_WORDS = 2;
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
  #places = new Uint32Array(FIRST_PLACES * PLACE_WORDS);

  get size(): number {
    return this.#size;
  }

  get(text: WrittenText): number | undefined {
    const entry = this.#places[this.#placeOf(digestOf(text)) + 1] ?? NONE;
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
    const entry = this.#places[place + 1] ?? NONE;
    if (entry !== NONE) return this.#numberOf(entry);
    this.#put(place, digest, number);
    return undefined;
  }

  #numberOf(entry: number): number | undefined {
    return this.#chunks[chunkOf(entry)]?.[wordOf(entry) + ENTRY_WORDS - 1];
  }

  #put(place: number, digest: Uint32Array, number: number): void {
    const known = this.#places[place + 1] ?? NONE;
    const entry = known === NONE ? this.#size + 1 : known;
    const chunk = (this.#chunks[chunkOf(entry)] ??= new Uint32Array(CHUNK * ENTRY_WORDS));
    const word = wordOf(entry);
    chunk[word + ENTRY_WORDS - 1] = number;
    if (known !== NONE) return;
    for (let index = 1; index < DIGEST_WORDS; index += 1) chunk[word + index - 1] = digest[index] ?? 0;
    this.#places[place] = digest[0] ?? 0;
    this.#places[place + 1] = entry;
    this.#size = entry;
    if (this.#size * 3 * PLACE_WORDS > this.#places.length * 2) this.#grow();
  }

  /** Where the entry's place is, or where it would be. */
  #placeOf(digest: Uint32Array): number {
    const places = this.#places;
    const first = digest[0] ?? 0;
    let place = placeIn(places, first);
    for (;;) {
      const entry = places[place + 1] ?? NONE;
      if (entry === NONE || (places[place] === first && this.#holds(entry, digest))) return place;
      place = after(places, place);
    }
  }

  /** The first word is the same. */
  #holds(entry: number, digest: Uint32Array): boolean {
    const chunk = this.#chunks[chunkOf(entry)];
    const from = wordOf(entry) - 1;
    for (let word = 1; word < DIGEST_WORDS; word += 1) if (chunk?.[from + word] !== digest[word]) return false;
    return true;
  }

  /** No two entries have the same digest, so the next free place is the entry's. */
  #grow(): void {
    const before = this.#places;
    const places = new Uint32Array(before.length * 2);
    for (let known = 0; known < before.length; known += PLACE_WORDS) {
      const [first = 0, entry = NONE] = [before[known], before[known + 1]];
      if (entry === NONE) continue;
      let place = placeIn(places, first);
      while (places[place + 1] !== NONE) place = after(places, place);
      places[place] = first;
      places[place + 1] = entry;
    }
    this.#places = places;
  }
}

/** There are always 2, 4, 8… times the first places. */
function placeIn(places: Uint32Array, first: number): number {
  return (first & (places.length / PLACE_WORDS - 1)) * PLACE_WORDS;
}

function after(places: Uint32Array, place: number): number {
  return (place + PLACE_WORDS) & (places.length - 1);
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
  const other = before;
  before = last;
  last = other;
  if (text === last.text) return last.digest;
  textDigest(text, last.digest);
  last.text = typeof text === 'string' && text.length <= SHORT ? text : undefined;
  return last.digest;
}
