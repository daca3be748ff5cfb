import { Matcher } from './automaton.ts';
import { narrowed } from './secret-forms.ts';
import type { SecretForms } from './secret-forms.ts';

/** A secret from here to there. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** So much may stand between two characters of a code: an indent, a comma, a few quotes. */
const LONGEST_GAP = 24;

const COMMA = 44;
const ZERO = 48;
const DASH = 45;
const UNDERSCORE = 95;

/** What a character is to each code; 0 is an end to what came before. */
const kinds = (part: string, gap: string): Uint8Array => {
  const table = new Uint8Array(65_536);
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
const IN_HEX = kinds(`${DIGITS}abcdefABCDEF`, ' \t\r\n:-,_.;\\%=xXuU+{}&#"\'');
const IN_DECIMAL = kinds(DIGITS, ', \t\r\n');
/** What `\s` is. */
const BETWEEN_LETTERS = kinds(
  '',
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
);

/** After the end of a line there may be an indent, or the mark of a quotation. */
function goesOnAfterLine(kind: number | undefined, code: number, gap: number): boolean {
  return kind === GAP || (gap > 1 && (code === 32 || code === 9 || code === 62));
}

/** One way to read a text: each of its characters in turn goes to every form in which a secret may stand there. */
export class Lane {
  readonly #found: (span: Span) => void;
  readonly #plain: Matcher;
  readonly #base64: Matcher;
  readonly #base32: Matcher;
  readonly #hex: Matcher;
  readonly #decimal: Matcher;
  #plainGap = 0;
  #base64Gap = 0;
  #base32Gap = 0;
  #hexGap = 0;
  #decimalGap = 0;
  /** Where a zero stands that may be the beginning of `0x`, or -1. */
  #zero = -1;

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#found = found;
    this.#plain = new Matcher(forms.plain);
    this.#base64 = new Matcher(forms.base64);
    this.#base32 = new Matcher(forms.base32);
    this.#hex = new Matcher(forms.hex);
    this.#decimal = new Matcher(forms.decimal);
  }

  /** Goes on from where another one is. */
  goOnFrom(other: Lane): void {
    this.#plain.goOnFrom(other.#plain);
    this.#base64.goOnFrom(other.#base64);
    this.#base32.goOnFrom(other.#base32);
    this.#hex.goOnFrom(other.#hex);
    this.#decimal.goOnFrom(other.#decimal);
    this.#plainGap = other.#plainGap;
    this.#base64Gap = other.#base64Gap;
    this.#base32Gap = other.#base32Gap;
    this.#hexGap = other.#hexGap;
    this.#decimalGap = other.#decimalGap;
    this.#zero = other.#zero;
  }

  /** A character, and where in the text it stands. */
  take(given: number, start: number, end: number): void {
    const code = narrowed(given);
    this.#takePlain(code, start, end);
    this.#takeBase64(code, start, end);
    this.#takeBase32(code, start, end);
    this.#takeHex(code, start, end);
    this.#takeDecimal(code, start, end);
  }

  /** The text ends here: a zero that waits is a digit. */
  end(at: number): void {
    if (this.#zero !== -1) this.#digit(ZERO, this.#zero, at);
    this.#zero = -1;
  }

  /** Where the first unfinished secret begins; `Infinity` where there is none. */
  get from(): number {
    const zero = this.#zero === -1 ? Infinity : this.#zero;
    return Math.min(this.#plain.from, this.#base64.from, this.#base32.from, this.#hex.from, this.#decimal.from, zero);
  }

  #takePlain(code: number, start: number, end: number): void {
    if (BETWEEN_LETTERS[code] !== GAP) {
      this.#plainGap = 0;
      const from = this.#plain.step(code, start);
      if (from >= 0) this.#found({ start: from, end });
      return;
    }
    if (this.#plain.isIdle) return;
    this.#plainGap += 1;
    if (this.#plainGap > LONGEST_GAP) this.#plain.reset();
  }

  #takeBase64(code: number, start: number, end: number): void {
    const kind = IN_BASE64[code];
    if (kind === PART) {
      this.#base64Gap = 0;
      const from = this.#base64.step(code === DASH ? 43 : code === UNDERSCORE ? 47 : code, start);
      if (from >= 0) this.#found({ start: from, end });
      return;
    }
    if (this.#base64.isIdle) return;
    this.#base64Gap += 1;
    if (!goesOnAfterLine(kind, code, this.#base64Gap) || this.#base64Gap > LONGEST_GAP) this.#base64.reset();
  }

  #takeBase32(code: number, start: number, end: number): void {
    const kind = IN_BASE32[code];
    if (kind === PART) {
      this.#base32Gap = 0;
      const from = this.#base32.step(code >= 97 ? code - 32 : code, start);
      if (from >= 0) this.#found({ start: from, end });
      return;
    }
    if (this.#base32.isIdle) return;
    this.#base32Gap += 1;
    if (!goesOnAfterLine(kind, code, this.#base32Gap) || this.#base32Gap > LONGEST_GAP) this.#base32.reset();
  }

  #takeHex(code: number, start: number, end: number): void {
    const kind = IN_HEX[code];
    const zero = this.#zero;
    if (zero !== -1) {
      this.#zero = -1;
      // `0x` stands before the digits, and is none of them.
      if (code !== 120 && code !== 88) this.#digit(ZERO, zero, start);
    }
    if (kind === PART) {
      this.#hexGap = 0;
      if (code === ZERO) this.#zero = start;
      else this.#digit(code > 64 && code < 71 ? code + 32 : code, start, end);
      return;
    }
    if (this.#hex.isIdle) return;
    this.#hexGap += 1;
    if (kind !== GAP || this.#hexGap > LONGEST_GAP) this.#hex.reset();
  }

  #digit(code: number, start: number, end: number): void {
    const from = this.#hex.step(code, start);
    if (from >= 0) this.#found({ start: from, end });
  }

  #takeDecimal(code: number, start: number, end: number): void {
    const kind = IN_DECIMAL[code];
    if (kind === PART) {
      // However numbers are set apart, to the words of the automaton it is a comma.
      if (this.#decimalGap > 0 && !this.#decimal.isIdle) this.#decimal.step(COMMA, start);
      this.#decimalGap = 0;
      const from = this.#decimal.step(code, start);
      if (from >= 0) this.#found({ start: from, end });
      return;
    }
    if (this.#decimal.isIdle) return;
    this.#decimalGap += 1;
    if (kind !== GAP || this.#decimalGap > LONGEST_GAP) this.#decimal.reset();
  }
}
