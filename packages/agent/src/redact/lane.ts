import { isBetweenLetters } from './is-between-letters.ts';
import { GapMatcher } from './gap-matcher.ts';
import type { Span } from './gap-matcher.ts';
import type { SecretForms } from './secrets/secret-forms.ts';
import { isHalfLetter, letterOfHalves, smallLetter, usualLetter } from './usual-letter.ts';

const COMMA = 44;
const ZERO = 48;
const DASH = 45;
const UNDERSCORE = 95;

/** What a character is to each code; 0 is an end to what came before. `signs` is what all others are that are no letter and no digit: whatever sets numbers apart. */
const kinds = (part: string, gap: string, signs = 0): Uint8Array => {
  const table = new Uint8Array(65_536).fill(signs);
  for (const character of LETTERS + DIGITS) table[character.charCodeAt(0)] = 0;
  for (const character of part) table[character.charCodeAt(0)] = PART;
  for (const character of gap) table[character.charCodeAt(0)] = GAP;
  return table;
};
const PART = 1;
const GAP = 2;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const IN_BASE64 = kinds(`${LETTERS}${DIGITS}+/-_`, '\r\n');
const IN_BASE32 = kinds(`${LETTERS}234567`, '\r\n');
const IN_HEX = kinds(`${DIGITS}abcdefABCDEF`, 'xXuU', GAP);
/** In Python an octal number begins with `0o`. */
const IN_DECIMAL = kinds(DIGITS, 'o', GAP);
/** After the end of a line there may be an indent, or the mark of a quotation. */
function goesOnAfterLine(kind: number | undefined, code: number, gap: number): boolean {
  return kind === GAP || (gap > 0 && (code === 32 || code === 9 || code === 62));
}

/** One way to read a text: each of its characters in turn is given to every form that a secret may have there. */
export class Lane {
  readonly #plain: GapMatcher;
  readonly #base64: GapMatcher;
  readonly #base32: GapMatcher;
  readonly #hex: GapMatcher;
  readonly #decimal: GapMatcher;
  /** Where a zero is that may be the beginning of `0x`, or -1. */
  #zero = -1;
  /** The first half of what may be a letter, and where it is, or -1. */
  #half = 0;
  #halfAt = -1;

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#plain = new GapMatcher(forms.plain, found);
    this.#base64 = new GapMatcher(forms.base64, found);
    this.#base32 = new GapMatcher(forms.base32, found);
    this.#hex = new GapMatcher(forms.hex, found);
    this.#decimal = new GapMatcher(forms.decimal, found);
  }

  /** Goes on from where another one is. */
  goOnFrom(other: Lane): void {
    this.#plain.goOnFrom(other.#plain);
    this.#base64.goOnFrom(other.#base64);
    this.#base32.goOnFrom(other.#base32);
    this.#hex.goOnFrom(other.#hex);
    this.#decimal.goOnFrom(other.#decimal);
    this.#zero = other.#zero;
    this.#half = other.#half;
    this.#halfAt = other.#halfAt;
  }

  /** A character, and where in the text it is. */
  take(code: number, start: number, end: number): void {
    if (this.#halfAt !== -1) {
      const half = this.#halfAt;
      const letter = letterOfHalves(this.#half, code);
      this.#halfAt = -1;
      if (letter !== undefined) return this.#takeLetter(letter, half, end);
      this.#takeLetter(this.#half, half, start);
    }
    if (!isHalfLetter(code)) return this.#takeLetter(usualLetter(code), start, end);
    this.#half = code;
    this.#halfAt = start;
  }

  /** The text ends here, so what is still open is decided as it is. */
  end(at: number): void {
    if (this.#halfAt !== -1) this.#takeLetter(this.#half, this.#halfAt, at);
    this.#halfAt = -1;
    if (this.#zero !== -1) this.#hex.take(ZERO, this.#zero, at);
    this.#zero = -1;
  }

  /** What was read is forgotten. */
  reset(): void {
    for (const matcher of [this.#plain, this.#base64, this.#base32, this.#hex, this.#decimal]) matcher.reset();
    this.#zero = -1;
    this.#halfAt = -1;
  }

  /** Where the first unfinished one begins that is written as it is. */
  get plainFrom(): number {
    return this.#plain.from;
  }

  /** Where the first unfinished secret begins; `Infinity` if there is none. */
  get from(): number {
    const zero = this.#zero === -1 ? Infinity : this.#zero;
    const half = this.#halfAt === -1 ? Infinity : this.#halfAt;
    const codes = Math.min(this.#base64.from, this.#base32.from, this.#hex.from, this.#decimal.from);
    return Math.min(this.#plain.from, codes, zero, half);
  }

  #takeLetter(code: number, start: number, end: number): void {
    this.#takePlain(code, start, end);
    this.#takeBase64(code, start, end);
    this.#takeBase32(code, start, end);
    this.#takeHex(code, start, end);
    this.#takeDecimal(code, start, end);
  }

  #takePlain(code: number, start: number, end: number): void {
    if (isBetweenLetters(code)) this.#plain.pass(true);
    else this.#plain.take(smallLetter(code), start, end);
  }

  #takeBase64(code: number, start: number, end: number): void {
    const kind = IN_BASE64[code];
    if (kind === PART) this.#base64.take(code === DASH ? 43 : code === UNDERSCORE ? 47 : code, start, end);
    else this.#base64.pass(goesOnAfterLine(kind, code, this.#base64.gap));
  }

  #takeBase32(code: number, start: number, end: number): void {
    const kind = IN_BASE32[code];
    if (kind === PART) this.#base32.take(code >= 97 ? code - 32 : code, start, end);
    else this.#base32.pass(goesOnAfterLine(kind, code, this.#base32.gap));
  }

  #takeHex(code: number, start: number, end: number): void {
    const kind = IN_HEX[code];
    const zero = this.#zero;
    if (zero !== -1) {
      this.#zero = -1;
      // `0x` is before the digits, and is none of them.
      if (code !== 120 && code !== 88) this.#hex.take(ZERO, zero, start);
    }
    if (kind !== PART) this.#hex.pass(kind === GAP);
    else if (code !== ZERO) this.#hex.take(code > 64 && code < 71 ? code + 32 : code, start, end);
    else {
      this.#zero = start;
      this.#hex.gap = 0;
    }
  }

  #takeDecimal(code: number, start: number, end: number): void {
    const kind = IN_DECIMAL[code];
    if (kind !== PART) return this.#decimal.pass(kind === GAP);
    // However numbers are set apart, to the words of the automaton it is a comma.
    if (this.#decimal.gap > 0 && !this.#decimal.isIdle) this.#decimal.step(COMMA, start);
    this.#decimal.take(code, start, end);
  }
}
