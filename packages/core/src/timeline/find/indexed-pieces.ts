import { TermSet } from './term-set.ts';
import { foldedCode, indexedText } from './terms-of.ts';
import { isFirstHalf } from '../../ledger/json/is-first-half.ts';

/** How many characters are read before the event loop gets a turn. */
const SLICE = 50_000;
/** An index takes so many letters in, or out again, in a moment. */
const PIECE = 2_000;
/** This many terms are remembered: a text of which every three letters are others would take memory without end. */
const MOST_SEEN = 100_000;

const SPACE = 0x20;

/**
 * A composed text (NFC) as an index takes it, a little at a time, however long it is. Law: together the pieces have all terms of `indexedText(text)`. What
 * stood in a piece before is left out, so most pieces of a long text are empty, and words that was apart may be side by side.
 *
 * What is taken out of an index is told again in the same pieces: they may never become others.
 *
 * @example
 * [...indexedPieces('Ärger im Code')]; //=> ['ärger im Code']
 */
export function* indexedPieces(text: string): Iterable<string> {
  if (text.length <= PIECE) return yield indexedText(text);
  const seen = new TermSet(Math.min(MOST_SEEN, text.length));
  const letters = new Uint32Array(Math.min(SLICE, text.length) + 3);
  let length = 0;
  for (let from = 0, end = 0; from < text.length; from = end) {
    end = sliceEnd(text, from);
    // The two letters before are at its beginning.
    const before = Math.min(length, 2);
    letters.copyWithin(0, length - before, length);
    length = takeLetters(text, from, end, letters, before);
    yield* newPieces(letters.subarray(0, length), seen);
  }
}

/** Not between the two halves of a letter. */
function sliceEnd(text: string, from: number): number {
  const end = Math.min(from + SLICE, text.length);
  return end < text.length && isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
}

/** As `lowered(indexedText(text))` has them: white space is one space, where a slice ends too. Gives how many there are. */
function takeLetters(text: string, from: number, end: number, letters: Uint32Array, start: number): number {
  let length = start;
  let wasSpace = from > 0 && isSpace(text.charCodeAt(from - 1));
  for (let at = from; at < end; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const space = isSpace(code);
    if (!space || !wasSpace) letters[length++] = space ? SPACE : lowerCode(code);
    wasSpace = space;
  }
  return length;
}

function lowerCode(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : foldedCode(code);
}

/** What `\s` is, without a text for each letter. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === SPACE || (code >= 9 && code <= 13);
  return OTHER_SPACES.has(code);
}

const OTHER_SPACES: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** The letters whose terms are new; at least one piece, though it may be empty. */
function* newPieces(letters: Uint32Array, seen: TermSet): Iterable<string> {
  let piece: number[] = [];
  let end = 0;
  for (let place = 0; place + 3 <= letters.length; place += 1) {
    if (!seen.add(letters[place] ?? 0, letters[place + 1] ?? 0, letters[place + 2] ?? 0)) continue;
    for (let at = Math.max(end, place); at < place + 3; at += 1) piece.push(letters[at] ?? 0);
    end = place + 3;
    if (piece.length < PIECE) continue;
    yield String.fromCodePoint(...piece);
    piece = [];
    end = 0;
  }
  yield String.fromCodePoint(...piece);
}
