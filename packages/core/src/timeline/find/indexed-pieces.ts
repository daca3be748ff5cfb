import { indexedText, lowered } from './terms-of.ts';

/** What is looked at before others may go on. */
const SLICE = 50_000;
/** An index takes so many letters in, or out again, in a moment. */
const PIECE = 2_000;
/** So many terms are remembered: a text of which every three letters are others would take memory without end. */
const MOST_SEEN = 100_000;

/**
 * A composed text (NFC) as an index takes it, a little at a time, however long it is. Law: together the pieces have all terms of `indexedText(text)`. What
 * stood in a piece before is left out, so most pieces of a long text are empty, and words that stood apart may stand side by side.
 *
 * @example
 * [...indexedPieces('Ärger im Code')]; //=> ['ärger im Code']
 */
export function* indexedPieces(text: string): Iterable<string> {
  if (text.length <= PIECE) return yield indexedText(text);
  const seen = new Set<string>();
  let before: readonly string[] = [];
  for (let from = 0, end = 0; from < text.length; from = end) {
    end = sliceEnd(text, from);
    const letters = [...before, ...letterSlice(text, from, end)];
    yield* newPieces(letters, seen);
    before = letters.slice(-2);
  }
}

/** Not between the two halves of a letter. */
function sliceEnd(text: string, from: number): number {
  const end = Math.min(from + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

/** White space is one space, where a slice ends too. */
function letterSlice(text: string, from: number, end: number): readonly string[] {
  const letters = [...lowered(indexedText(text.slice(from, end)))];
  return from > 0 && /^\s\s/.test(text.slice(from - 1, from + 1)) ? letters.slice(1) : letters;
}

/** The letters whose terms are new; at least one piece, though it may be empty. */
function* newPieces(letters: readonly string[], seen: Set<string>): Iterable<string> {
  let piece: string[] = [];
  let end = 0;
  for (let place = 0; place + 3 <= letters.length; place += 1) {
    const term = `${letters[place]}${letters[place + 1]}${letters[place + 2]}`;
    if (seen.has(term)) continue;
    if (seen.size === MOST_SEEN) seen.clear();
    seen.add(term);
    for (let at = Math.max(end, place); at < place + 3; at += 1) piece.push(letters[at] ?? '');
    end = place + 3;
    if (piece.length < PIECE) continue;
    yield piece.join('');
    piece = [];
    end = 0;
  }
  yield piece.join('');
}
