/**
 * The index knows which letters are side by side, three at a time. It only says where words may be: `wordsPattern` says whether they do.
 * Law: what `wordsPattern(word)` finds in a text, `termsOf(word)` finds in `indexedText(text)`.
 */

/** Three code points are what the index is made of: a shorter word is in it nowhere. */
const SHORTEST = 3;
/** This many of a long word are enough to find it. */
const MOST_TERMS = 24;

/**
 * The text as an index takes it: letters that a pattern takes for the same are the same, and so is all white space. Capitals of ASCII stay.
 *
 * @example
 * indexedText('Ärger\n im Code'); //=> 'ärger im Code'
 */
export function indexedText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\s{1,100000}/g, ' ');
  // eslint-disable-next-line no-control-regex -- A NUL would end the text there.
  return plain.replace(/[^\u0001-\u007f]/gu, folded);
}

/**
 * What an index is asked for a word; nothing if the word is too short.
 *
 * @example
 * termsOf('parser'); //=> ['par', 'ars', 'rse', 'ser']
 */
export function termsOf(word: string): readonly string[] {
  const letters = [...indexedText(word.trim())];
  const terms = new Set<string>();
  for (let place = 0; place + SHORTEST <= letters.length && terms.size < MOST_TERMS; place += 1)
    terms.add(letters.slice(place, place + SHORTEST).join(''));
  return [...terms];
}

/**
 * All terms of a text, for an index that makes none itself: small letters of ASCII, too.
 *
 * @example
 * allTermsOf('AbcD'); //=> ['abc', 'bcd']
 */
export function allTermsOf(text: string): readonly string[] {
  const letters = [...lowered(indexedText(text))];
  const terms = new Set<string>();
  for (let place = 0; place + SHORTEST <= letters.length; place += 1)
    terms.add(`${letters[place]}${letters[place + 1]}${letters[place + 2]}`);
  return [...terms];
}

/**
 * Capitals of ASCII made small, and nothing else: as SQL does it, whatever the language.
 *
 * @example
 * lowered('ÄRGER'); //=> 'Ärger'
 */
export function lowered(text: string): string {
  return text.replace(/[A-Z][A-Z]*/g, (capitals) => capitals.toLowerCase());
}

/**
 * The question to FTS5 of SQLite.
 *
 * @example
 * matchOf(['par', 'ars']); //=> '"par" "ars"'
 */
export function matchOf(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' ');
}

const known = new Map<number, number>();

function folded(letter: string): string {
  return String.fromCodePoint(foldedCode(letter.codePointAt(0) ?? 0));
}

/** As a pattern without regard to capitals takes a letter: by its simple case folding. Capitals of ASCII stay, as in `indexedText`. */
export function foldedCode(code: number): number {
  if (code < 0x80) return code === 0 ? 0x20 : code;
  // Half a letter is none.
  if (code >= 0xd800 && code <= 0xdfff) return 0xfffd;
  const before = known.get(code);
  if (before !== undefined) return before;
  const letter = String.fromCodePoint(code);
  const low = single(letter.toLowerCase()) ?? letter;
  const high = single(low.toUpperCase());
  const same = ((high === undefined ? undefined : single(high.toLowerCase())) ?? low).codePointAt(0) ?? code;
  known.set(code, same);
  return same;
}

function single(text: string): string | undefined {
  return [...text].length === 1 ? text : undefined;
}
