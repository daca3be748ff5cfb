/**
 * A text as a reader finally sees it: without control sequences of terminals and invisible characters, and with escapes decoded (`decoded-escape.ts`).
 * Signs that our tools and others draw for such characters (`␛[31m`, `^[[31m`, `⟨U+200B⟩`) count as those characters, so it does not matter
 * whether a text was drawn before it is searched for secrets. Works character by character, each with its place in the given text.
 */
import { begunBy, continuedBy, visible } from '@toolthread/core/text';
import type { TerminalState } from '@toolthread/core/text';
import { bareEntity, decodedEscape, isOpening, isUnfinished } from './decoded-escape.ts';
import { EscapedBytes } from './escaped-bytes.ts';
import type { Placed } from './escaped-bytes.ts';
import { isBetweenLetters } from './is-between-letters.ts';
import { isHalfLetter } from './usual-letter.ts';

type Take = (code: number, start: number, end: number) => void;

export class Reading {
  #strip: TerminalState | 'tag' = 'text';
  /** What may become an escape. */
  readonly #open: Placed[] = [];
  #openText = '';
  readonly #bytes = new EscapedBytes();
  /** The last one was the first half of what may be a letter. */
  #isHalf = false;
  /** Where the first half of a tag character begins. */
  #tag = 0;
  readonly #laid: Take;

  /** `laid` is given each step back, and each hidden letter, as the letter that it stands for. */
  constructor(laid: Take = () => undefined) {
    this.#laid = laid;
  }

  /** Something is begun and not ended. */
  get isIdle(): boolean {
    return this.#strip === 'text' && this.from === Infinity;
  }

  /** Where an escape or a hidden letter began that is not complete. */
  get from(): number {
    const tag = this.#strip === 'tag' ? this.#tag : Infinity;
    return Math.min(this.#bytes.from, this.#open[0]?.start ?? Infinity, tag);
  }

  read(code: number, at: number, take: Take): void {
    if (this.#open.length === 0 && !this.#opens(code)) this.#emitWritten(code, at, at + 1, take);
    else this.#decode({ code, start: at, end: at + 1 }, take);
  }

  /** The text ends here: what looked like an escape was none, or lacks its semicolon. */
  end(take: Take): void {
    this.#endBytes(take);
    this.#endEscape(take);
  }

  #endEscape(take: Take): void {
    const { code: bare, length } = bareEntity(this.#openText);
    const [first] = this.#open;
    if (length > 0 && first !== undefined)
      this.#emitWritten(bare, first.start, this.#open[length - 1]?.end ?? first.end, take);
    for (const { code, start, end } of this.#open.slice(length)) this.#emitWritten(code, start, end, take);
    this.#open.length = 0;
    this.#openText = '';
  }

  /** Bytes that were escaped one by one are one character together. */
  #emitEscaped(code: number, start: number, end: number, take: Take): void {
    if (!this.#bytes.fits(code)) this.#endBytes(take);
    if (!this.#bytes.fits(code)) return this.#emit(code, start, end, take);
    const whole = this.#bytes.add({ code, start, end });
    if (whole !== undefined) this.#emit(whole.code, whole.start, whole.end, take);
  }

  #endBytes(take: Take): void {
    if (this.#bytes.from === Infinity) return;
    for (const { code, start, end } of this.#bytes.takeAll()) this.#emit(code, start, end, take);
  }

  #emitWritten(code: number, start: number, end: number, take: Take): void {
    this.#endBytes(take);
    this.#emit(code, start, end, take);
  }

  /** Escapes are undone first: an escape sequence may be escaped itself, as it is in JSON. */
  #emit(code: number, start: number, end: number, take: Take): void {
    if (code > 0xffff) for (const half of halvesOf(code)) this.#emit(half, start, end, take);
    else if (!this.#isStripped(meant(code), start, end)) take(code, start, end);
  }

  /** The backslash that ends a control string begins no escape. */
  #opens(code: number): boolean {
    return isOpening(code) && this.#strip !== 'escape' && this.#strip !== 'string end';
  }

  /** What `plainText` of the core takes away, and every joiner and selector. */
  #isStripped(code: number, start: number, end: number): boolean {
    const next = this.#strip === 'tag' ? afterTag(code) : continuedBy(this.#strip, code);
    const letter = this.#strip === 'tag' ? hiddenLetter(code) : undefined;
    if (letter !== undefined) this.#laid(letter, this.#tag, end);
    else if (code === BACK && next === undefined) this.#laid(code, start, end);
    if (code === TAG) this.#tag = start;
    this.#strip = next ?? (code === TAG ? 'tag' : begunBy(code));
    const isHalf = isHalfLetter(code) || (this.#isHalf && isSecondHalf(code));
    this.#isHalf = isHalfLetter(code);
    return next !== undefined || (isUnseen(code) && !isHalf);
  }

  #begin(character: Placed, take: Take): void {
    if (!this.#opens(character.code)) {
      this.#emitWritten(character.code, character.start, character.end, take);
      return;
    }
    this.#open.push(character);
    this.#openText = String.fromCharCode(character.code);
  }

  #decode(character: Placed, take: Take): void {
    const text = this.#openText + String.fromCharCode(character.code);
    if (isUnfinished(text)) {
      this.#open.push(character);
      this.#openText = text;
      return;
    }
    const decoded = decodedEscape(text);
    if (decoded !== undefined) {
      const start = this.#open[0]?.start ?? character.start;
      this.#open.length = 0;
      this.#openText = '';
      this.#emitEscaped(decoded, start, character.end, take);
      return;
    }
    // It was no escape; only its last character may begin another one.
    this.#endEscape(take);
    this.#begin(character, take);
  }
}

/** `asRead('a\\u0062c') === 'abc'` */
export function asRead(text: string): string {
  const reading = new Reading();
  let read = '';
  const take = (code: number): void => {
    read += String.fromCharCode(code);
  };
  for (let at = 0; at < text.length; at += 1) reading.read(text.charCodeAt(at), at, take);
  reading.end(take);
  return read;
}

/** The first place where the decoded text differs from the written one. */
export function changesReading(code: number): boolean {
  return isUnseen(code) || isOpening(code) || meant(code) !== code;
}

/** The control that a sign is drawn for: `␛` is an escape. Signs for ends of lines and tabs are blanks (`is-between-letters.ts`). */
function meant(code: number): number {
  if (code < 0x2400 || code > 0x2421 || isBetweenLetters(code)) return code;
  return code === 0x2421 ? 0x7f : code - 0x2400;
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

function halvesOf(point: number): readonly number[] {
  const both = point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  return Array.from({ length: both.length }, (_, n) => both.charCodeAt(n));
}

/** The second half of a tag character, or of a rare selector. */
function afterTag(code: number): TerminalState | undefined {
  return code >= 0xdc00 && code < 0xde00 ? 'text' : undefined;
}

/** Tag characters mirror ASCII, and rare selectors are the numbers of bytes; by the second half. */
function hiddenLetter(code: number): number | undefined {
  const byte = code < 0xdd00 ? code - 0xdc00 : code - 0xdd00 + 16;
  return afterTag(code) !== undefined && byte > 0x20 && byte < 0x7f ? byte : undefined;
}

const BACK = 8;

/** The first half of tag characters and rare selectors. */
const TAG = 0xdb40;

const MARK = /(?=\p{Script=Inherited})[\p{Mn}\p{Me}]/u;
const BLOCK = 256;
/** One block after the other, once a text has a character of it: to look at all of them took a quarter of the time that a short command takes. */
const UNSEEN = new Uint8Array(65_536);
const isKnown = new Uint8Array(UNSEEN.length / BLOCK);

function isUnseen(code: number): boolean {
  if (isKnown[code >> 8] === 0) learnBlock(code >> 8);
  return UNSEEN[code] === 1;
}

function learnBlock(block: number): void {
  isKnown[block] = 1;
  for (let code = block * BLOCK; code < (block + 1) * BLOCK; code += 1)
    if (hasNoLetter(code, String.fromCharCode(code))) UNSEEN[code] = 1;
}

/** What the core would show a sign for; joiners and selectors, which it leaves alone, carry no letter either, nor do marks that any letter may have on it. */
function hasNoLetter(code: number, character: string): boolean {
  const isJoiner = code === 0x200c || code === 0x200d || (code >= 0xfe00 && code < 0xfe10);
  return isJoiner || code === TAG || MARK.test(character) || visible(character) !== character;
}
