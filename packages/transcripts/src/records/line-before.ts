import { DIGEST_WORDS, textDigest } from './text-digest.ts';

/** In UTF-16 units. */
const LONG = 1024 * 1024;

/** The line before, to be compared with the next one. A long one is not held: its digest stands for it. */
export class LineBefore {
  #text = '';
  #length = 0;
  readonly #digest = new Uint32Array(DIGEST_WORDS);

  set(text: string): void {
    this.#length = text.length;
    this.#text = text.length > LONG ? '' : text;
    if (text.length > LONG) textDigest(text, this.#digest);
  }

  is(text: string): boolean {
    if (text.length !== this.#length || text.length <= LONG) return text === this.#text;
    const digest = new Uint32Array(DIGEST_WORDS);
    textDigest(text, digest);
    return digest.every((word, index) => word === this.#digest[index]);
  }
}
