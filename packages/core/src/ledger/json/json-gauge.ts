import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './growing/read-from.ts';

/** How much JSON somebody outside may hand us. It is counted before anything parses or walks it. */
export interface JsonBounds {
  readonly characters: number;
  readonly depth: number;
  /** Members of all objects and items of all lists, together. */
  readonly values: number;
}

/** Which of the bounds was passed. */
export type JsonExcess = keyof JsonBounds;

/**
 * Measures a JSON text as it comes, in pieces cut anywhere, and allocates nothing. In a valid text every value but the first follows an opening
 * bracket or a comma, so these are what is counted. A text that is not valid costs its parser no more than the valid beginning does.
 *
 * @example
 * new JsonGauge({ characters: 100, depth: 9, values: 2 }).push('[1,2,3,4]'); //=> 5
 */
export class JsonGauge {
  readonly #bounds: JsonBounds;
  #characters = 0;
  #depth = 0;
  #values = 0;
  #place: 'between' | 'string' | 'escape' = 'between';
  /** The bound that was passed first. */
  excess: JsonExcess | undefined;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** How much of the piece may be kept: all of it, or up to and with the character that passed a bound; then nothing. */
  push(piece: string): number {
    if (this.excess !== undefined) return 0;
    const room = this.#bounds.characters - this.#characters;
    const end = Math.min(piece.length, room);
    for (let i = 0; i < end; i += 1) {
      this.#step(piece.charCodeAt(i));
      if (this.excess !== undefined) return i + 1;
    }
    this.#characters += end;
    if (end === piece.length) return end;
    this.excess = 'characters';
    return end + 1;
  }

  #step(code: number): void {
    if (this.#place === 'escape') this.#place = 'string';
    else if (this.#place === 'string') {
      if (code === QUOTE) this.#place = 'between';
      else if (code === BACKSLASH) this.#place = 'escape';
    } else if (code === QUOTE) this.#place = 'string';
    else if (code === COMMA) this.#count(0);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#count(1);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#depth -= 1;
  }

  #count(deeper: 0 | 1): void {
    this.#values += 1;
    this.#depth += deeper;
    if (this.#depth > this.#bounds.depth) this.excess = 'depth';
    else if (this.#values > this.#bounds.values) this.excess = 'values';
  }
}

/**
 * What there is too much of in a whole text; undefined for what may be parsed.
 *
 * @example
 * jsonExcess('[[1]]', { characters: 10, depth: 1, values: 10 }); //=> 'depth'
 */
export function jsonExcess(text: string, bounds: JsonBounds): JsonExcess | undefined {
  const gauge = new JsonGauge(bounds);
  gauge.push(text);
  return gauge.excess;
}
