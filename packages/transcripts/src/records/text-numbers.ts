/** A number for each of very many texts, such as the ids of a file's records. */
import { DIGEST_WORDS, textDigest } from './text-digest.ts';

/** A text, or its bytes in UTF-8: who has them spares the way back. */
export type WrittenText = string | Uint8Array;

/** The digest of a text, and the number. */
const ENTRY_WORDS = DIGEST_WORDS + 1;
const FIRST_ENTRIES = 64;
/** A place without an entry. */
const NONE = 0;

/**
 * Law: what it holds of a text does not grow with the text, and nothing of it is on the heap: a long session has millions of ids, and
 * a map of them would be larger than anything else that is kept of it.
 */
export class TextNumbers {
  #size = 0;
  #entries = FIRST_ENTRIES;
  #words = new Uint32Array(FIRST_ENTRIES * ENTRY_WORDS);

  get size(): number {
    return this.#size;
  }

  get(text: WrittenText): number | undefined {
    const stored = this.#words[this.#placeOf(digestOf(text)) + DIGEST_WORDS] ?? NONE;
    return stored === NONE ? undefined : stored - 1;
  }

  has(text: string): boolean {
    return this.get(text) !== undefined;
  }

  /** `number` is from 0 to 4,294,967,294. */
  set(text: WrittenText, number: number): void {
    const digest = digestOf(text);
    this.#put(this.#placeOf(digest), digest, number + 1);
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
    const stored = this.#words[place + DIGEST_WORDS] ?? NONE;
    if (stored !== NONE) return stored - 1;
    this.#put(place, digest, number + 1);
    return undefined;
  }

  #put(place: number, digest: Uint32Array, stored: number): void {
    const isNew = this.#words[place + DIGEST_WORDS] === NONE;
    for (let word = 0; word < DIGEST_WORDS; word += 1) this.#words[place + word] = digest[word] ?? 0;
    this.#words[place + DIGEST_WORDS] = stored;
    if (!isNew) return;
    this.#size += 1;
    if (this.#size * 3 > this.#entries * 2) this.#grow();
  }

  /** Where the entry is, or where it would be. */
  #placeOf(digest: Uint32Array): number {
    const words = this.#words;
    // There are always 2, 4, 8… times the first ones.
    const last = this.#entries - 1;
    let entry = (digest[0] ?? 0) & last;
    for (;;) {
      const place = entry * ENTRY_WORDS;
      if (words[place + DIGEST_WORDS] === NONE || holds(words, place, digest)) return place;
      entry = (entry + 1) & last;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#entries *= 2;
    this.#words = new Uint32Array(this.#entries * ENTRY_WORDS);
    for (let from = 0; from < before.length; from += ENTRY_WORDS) {
      if (before[from + DIGEST_WORDS] === NONE) continue;
      for (let word = 0; word < DIGEST_WORDS; word += 1) MOVED[word] = before[from + word] ?? 0;
      const place = this.#placeOf(MOVED);
      for (let word = 0; word < ENTRY_WORDS; word += 1) this.#words[place + word] = before[from + word] ?? 0;
    }
  }
}

function holds(words: Uint32Array, place: number, digest: Uint32Array): boolean {
  for (let word = 0; word < DIGEST_WORDS; word += 1) if (words[place + word] !== digest[word]) return false;
  return true;
}

/** An entry that moves to a larger table. */
const MOVED = new Uint32Array(DIGEST_WORDS);
/** It is written over by the next one. */
const DIGEST = new Uint32Array(DIGEST_WORDS);
/** The text that it is of, if that is short: an id is asked for several times in a row, and a long text would be held. */
let digested: string | undefined;
const SHORT = 64;

function digestOf(text: WrittenText): Uint32Array {
  if (text === digested) return DIGEST;
  textDigest(text, DIGEST);
  digested = typeof text === 'string' && text.length <= SHORT ? text : undefined;
  return DIGEST;
}
