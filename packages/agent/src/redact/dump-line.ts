/**
 * A line of what `xxd`, `hexdump` and `od` print: an address, the bytes one by one, and often the same as letters beside them. What `115` is, a line
 * does not say: it is read in every way in which it can be.
 */

/** A byte or a letter, and where in the line it begins. */
export interface Cell {
  readonly code: number;
  readonly start: number;
}

/** Longer lines are not. */
const LONGEST_LINE = 512;
const ADDRESS = /^[ \t]{0,8}[\da-f]{6,16}:?[ \t]/i;
/** An address, then a number or, in the fourth place, a letter. */
const BEGUN =
  /^[ \t]{0,8}(?:[\da-f]{0,16}:?|[\da-f]{6,16}:?[ \t]{1,22}[\da-f]{0,22}|[0-7]{6,16} {1,3}(?:\\?|[^ ]|\\[^ ]|[a-z\d]{2,3}))$/i;
const CERTAIN = /^[ \t]{0,8}[\da-f]{6,16}:?[ \t]{1,22}(?:[\da-f]{2,22}[ \t-]|(?:[^ ]|\\[^ ]|[a-z\d]{2,3}) )$/i;

/** What a line is, as far as it has arrived. */
export type LineJudgement = 'begun' | 'dump' | 'other';

/** `judgeLine('00000000: 73', 'begun') === 'begun'`: after each character, with what it was before. */
export function judgeLine(line: string, before: LineJudgement): LineJudgement {
  if (before === 'other' || line.length > LONGEST_LINE) return 'other';
  if (before === 'dump' || BEGUN.test(line)) return before;
  return CERTAIN.test(line) ? 'dump' : 'other';
}

type Way = (line: string, from: number) => readonly Cell[];

/** Each is another way to read such a line; none of its cells if it cannot be read so. */
const WAYS: readonly Way[] = [
  (line, from) => groupsIn(line, from, BINARY).flat(),
  (line, from) => groupsIn(line, from, HEX).flat(),
  // Two, four or eight bytes as one number, the last one first.
  (line, from) => groupsIn(line, from, HEX).flatMap((group) => group.toReversed()),
  (line, from) => groupsIn(line, from, OCTAL).flat(),
  (line, from) => groupsIn(line, from, DECIMAL).flat(),
  (line, from) => groupsIn(line, from, OCTAL_WORD).flat().flatMap(halvesOf),
  (line, from) => groupsIn(line, from, DECIMAL_WORD).flat().flatMap(halvesOf),
  (line, from) => wordsIn(line, from, 'd', 4),
  (line, from) => wordsIn(line, from, 'o', 4),
  (line, from) => wordsIn(line, from, 'd', 8),
  (line, from) => wordsIn(line, from, 'o', 8),
  inCells,
];

/** In how many ways a line is read. */
export const DUMP_WAYS: number = WAYS.length;

/** `dumpLine('00000000: 736b 2d61  sk-a')`: what it says, in each way; undefined if it is another line. */
export function dumpLine(line: string): readonly (readonly Cell[])[] | undefined {
  const address = line.length <= LONGEST_LINE ? ADDRESS.exec(line)?.[0] : undefined;
  return address === undefined ? undefined : WAYS.map((way) => way(line, address.length));
}

/** How a program writes a number, and how many of its digits are a byte. */
interface Form {
  readonly token: RegExp;
  readonly base: number;
  readonly width: number;
}

const BINARY: Form = { token: /^[01]{8}$/, base: 2, width: 8 };
const HEX: Form = { token: /^(?:[\da-f]{2}){1,8}$/i, base: 16, width: 2 };
const OCTAL: Form = { token: /^[0-3][0-7]{2}$/, base: 8, width: 3 };
const DECIMAL: Form = { token: /^\d{1,3}$/, base: 10, width: 3 };
const OCTAL_WORD: Form = { token: /^[01][0-7]{5}$/, base: 8, width: 6 };
const DECIMAL_WORD: Form = { token: /^\d{1,5}$/, base: 10, width: 5 };

/** The numbers with which the line begins. */
function groupsIn(line: string, from: number, { token, base, width }: Form): Cell[][] {
  const groups: Cell[][] = [];
  let longest = 0;
  for (const { 0: text, index } of line.slice(from).matchAll(/[^ \t-][^ \t-]*/g)) {
    longest ||= text.length;
    // Behind the bytes of a line the same may be as letters.
    if (!token.test(text) || (base === 16 && text.length > longest)) break;
    const cells: Cell[] = [];
    for (let at = 0; at < text.length; at += width) {
      const start = from + index + at;
      const digits = text.slice(at, at + width);
      cells.push({ code: Number.parseInt(digits, base), start });
    }
    groups.push(cells);
  }
  return groups;
}

/** What `od` prints unless it is told otherwise: two bytes as one number, the low byte first. */
function halvesOf({ code, start }: Cell): readonly Cell[] {
  return [
    { code: code & 0xff, start },
    { code: code >> 8, start },
  ];
}

const LONG_WORDS = {
  d: { 4: /^\d{1,10}$/, 8: /^\d{1,20}$/ },
  o: { 4: /^[0-3][0-7]{10}$/, 8: /^[01][0-7]{21}$/ },
} as const;

/** `od -t d4` and such: that many bytes as one number, the low byte first. A minus is read over: no letter of a secret has one. */
function wordsIn(line: string, from: number, base: 'd' | 'o', size: 4 | 8): readonly Cell[] {
  const cells: Cell[] = [];
  for (const { 0: text, index } of line.slice(from).matchAll(/[^ \t-][^ \t-]*/g)) {
    if (!LONG_WORDS[base][size].test(text)) break;
    let rest = BigInt(base === 'o' ? `0o${text}` : text);
    for (let n = 0; n < size; n += 1) {
      cells.push({ code: Number(rest & 0xffn), start: from + index });
      rest >>= 8n;
    }
  }
  return cells;
}

/** `od -c` and `od -a`: four characters for each byte, a letter, an escape, a name or three octal digits. */
function inCells(line: string, from: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (let at = from - 1; at < line.length; at += 4) {
    const cell = line.slice(at, at + 4).trim();
    if (!/^(?:\S|\\[0abfnrtv\\]|[0-3][0-7]{2}|[a-z][a-z\d]{1,2}|)$/.test(cell)) return [];
    // No letter of a secret has a name.
    if (/^(?:[a-z]|$)/.test(cell) && cell.length !== 1) continue;
    cells.push({ code: codeOf(cell), start: at });
  }
  return cells;
}

/** Of the escapes only a backslash is a letter of a secret. */
function codeOf(cell: string): number {
  if (cell.length === 3) return Number.parseInt(cell, 8);
  return cell.length === 2 && cell !== '\\\\' ? 0 : cell.charCodeAt(cell.length - 1);
}
