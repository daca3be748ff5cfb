/**
 * Shows invisible characters as visible signs, so that no text moves a cursor, clears a screen, colours what follows,
 * reverses the order of words or hides words from the reader ([L7]). This is the only table of them: the page, the terminal,
 * the exports and the model's copy all use it.
 *
 * Newlines and tabs stay. So do joiners and variation selectors where people write them: see `joinersThatStay`.
 *
 * @example
 * visible('a\u202Eb'); //=> 'a⟨U+202E⟩b'
 */
export function visible(text: string): string {
  const lines = text.replace(/\r\n/g, '\n');
  return lines.replace(SHOWN, (row, at: number) => pictureOf(row, at, lines) ?? row);
}

/** A piece of a text: as it is, or what is said of something hidden. */
export interface TextRun {
  readonly kind: 'plain' | 'hidden';
  readonly text: string;
}

/**
 * The same as `visible` in pieces, so that a page can set the marks apart.
 *
 * @example
 * visibleRuns('a\u202Eb').map(({ text }) => text); //=> ['a', '⟨U+202E⟩', 'b']
 */
export function visibleRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const { 0: row, index } of text.matchAll(SHOWN)) {
    const picture = pictureOf(row, index, text);
    if (picture === undefined) continue;
    if (index > from) runs.push({ kind: 'plain', text: text.slice(from, index) });
    const last = runs.at(-1);
    if (last?.kind === 'hidden') runs[runs.length - 1] = { kind: 'hidden', text: last.text + picture };
    else runs.push({ kind: 'hidden', text: picture });
    from = index + row.length;
  }
  if (from < text.length || runs.length === 0) runs.push({ kind: 'plain', text: text.slice(from) });
  return runs;
}

/** Selectors choose a variant of the character before them, joiners join it to the next one. */
const SELECTOR = '\\u034f\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
const JOINER = '\\u200c\\u200d';
/** In a row at most so many: a pattern for letters of any kind that has no bound fails at some millions of them. */
const MOST = 100_000;
const JOINER_ROW = `[${SELECTOR}${JOINER}]{1,${MOST}}`;

/**
 * No property of Unicode says that these are not drawn: a note without a head, fillers and joiners of Khitan and of Brahmi, and what puts hieroglyphs together.
 */
const NOT_DRAWN = '\\u{1d159}\\u{16fe4}\\u{1107f}\\u{13430}-\\u{1343f}';

/** What has no shape at all. Tag characters in a row, everything else one by one. */
const NO_SHAPE = `[\\u{e0000}-\\u{e007f}]{1,${MOST}}|[\\p{Cc}\\p{DI}${NOT_DRAWN}\\u2028\\u2029\\ufff9-\\ufffb](?<![\\t\\n${SELECTOR}${JOINER}])`;

/** More marks on one letter than any script puts there: they would cover the lines around it. */
const FLOOD = `[\\p{M}${JOINER}]{7,${MOST}}`;

export const UNSEEN: RegExp = new RegExp(NO_SHAPE, 'gu');
export const JOINERS: RegExp = new RegExp(JOINER_ROW, 'gu');
const SHOWN = new RegExp(`\\r(?=\\n)|${FLOOD}|${JOINER_ROW}|\\p{Cs}|${NO_SHAPE}`, 'gu');

/**
 * Of a row of joiners what may belong to the characters around it: one selector and one joiner, in this order; in any other row they
 * carry words. No letter of ASCII has variants; digits, `#` and `*` make emoji.
 */
export function joinersThatStay(row: string, before: string): string {
  // A row that is longer goes on here.
  if (JOINERS_AND_SELECTORS.test(before)) return '';
  const hasVariants = before > '\u007f' || /[0-9#*]/.test(before);
  const [kept = '', joiner = ''] = ONE_OF_EACH.exec(row) ?? [];
  return hasVariants ? kept : joiner;
}

const ONE_OF_EACH = new RegExp(`^[${SELECTOR}]?([${JOINER}]?)`, 'u');

/** Beside a character that has variants or is joined to another: no letter of ASCII, and nothing that is unseen itself. */
function isAtHome(row: string, at: number, text: string): boolean {
  const [before = ''] = /.$/su.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
  const [after = ''] = /^./su.exec(text.slice(at + row.length, at + row.length + 2)) ?? [];
  const joins =
    isJoined(before) || (isJoined(after) && ONLY_JOINERS.test(row)) || /^[0-9#*][\ufe0e\ufe0f]$/.test(before + row);
  return joins && joinersThatStay(row, before) === row;
}

function isJoined(character: string): boolean {
  return character > '\u007f' && /[\p{L}\p{M}\p{N}\p{S}]/u.test(character) && !/\p{DI}/u.test(character);
}

/** Undefined: the row stays as it is. */
function pictureOf(row: string, at: number, text: string): string | undefined {
  const code = row.codePointAt(0) ?? 0;
  if (row === '\r' && text[at + 1] === '\n') return undefined;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0xe0000 && code < 0xe0080) return `⟨hidden: ${tagText(row)}⟩`;
  const count = [...row].length;
  if (/^[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{2,100000}$/u.test(row)) return `⟨${count} variation selectors⟩`;
  if (/^\p{M}/u.test(row) && count >= 7) return `⟨${count} combining marks⟩`;
  if (JOINERS_AND_SELECTORS.test(row) && isAtHome(row, at, text)) return undefined;
  return count > 1 ? `⟨${count} hidden characters⟩` : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

const JOINERS_AND_SELECTORS = new RegExp(`^${JOINER_ROW}$`, 'u');
const ONLY_JOINERS = new RegExp(`^[${JOINER}]{1,${MOST}}$`, 'u');

/** Tag characters mirror ASCII: what they smuggle can be read. */
function tagText(run: string): string {
  let text = '';
  for (const character of run) {
    const code = (character.codePointAt(0) ?? 0) - 0xe0000;
    text += code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '·';
  }
  return text;
}
