/**
 * Where a text is cut before secrets are marked in it, no word is: half of a secret is not known as one. A word is what a secret may be written with, for
 * as long as one is; what goes on for longer is none, and is cut anywhere.
 */
const LETTER = '[^\\t-\\r "\'`,;()[\\]{}<>|]';
const LONGEST = 256;
const FIRST = new RegExp(`^${LETTER}{0,${LONGEST}}`);
const LAST = new RegExp(`${LETTER}{0,${LONGEST}}$`);

/**
 * The beginning of a text that is too long, to the end of the word that would be cut.
 *
 * `cutWords('one two', 2) === 'one'`
 */
export function cutWords(text: string, most: number): string {
  return text.length <= most ? text : apart(text.slice(0, most + firstWord(text.slice(most))));
}

/** The same of its end. `lastWords('one two three', 7) === ' three'` */
export function lastWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(-most);
  return end.slice(firstWord(end));
}

/** `withoutLastWord('one tw') === 'one '`: of a text whose end was cut off. */
export function withoutLastWord(text: string): string {
  return text.slice(0, text.length - lastWord(text));
}

/** The same of a text that comes in pieces. */
export function* piecesWithoutLastWord(pieces: Iterable<string>): Iterable<string> {
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    held = text.slice(-LONGEST);
    yield text.slice(0, text.length - held.length);
  }
  yield withoutLastWord(held);
}

/** How much of the beginning is a word, which something may have been cut off from. */
export function firstWord(text: string): number {
  return wordLength(FIRST, text.slice(0, LONGEST));
}

/** The same of the end. */
export function lastWord(text: string): number {
  return wordLength(LAST, text.slice(-LONGEST));
}

/** A piece of a text keeps all of it in memory, until it is a text of its own. */
export function apart(piece: string): string {
  return piece.split('').join('');
}

function wordLength(pattern: RegExp, text: string): number {
  const length = pattern.exec(text)?.[0].length ?? 0;
  return length < LONGEST ? length : 0;
}
