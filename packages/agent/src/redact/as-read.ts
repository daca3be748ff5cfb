/**
 * A text as whoever reads it will have it: without what only a terminal obeys and without what nobody sees, and with escapes undone:
 * `%41`, `\u0041`, `\u{41}`, `\x41`, `\101`, `\"`, `&#65;`, `&amp;`, `&#65`. Character by character, each with its place in the text that was given.
 */
import { decodeHTML, decodeHTMLStrict } from 'entities/decode';
import { begunBy, continuedBy, visible } from '@toolthread/core/text';
import type { TerminalState } from '@toolthread/core/text';

type Take = (code: number, start: number, end: number) => void;

interface Placed {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

export class Reading {
  #strip: TerminalState | 'tag' = 'text';
  /** What may become an escape. */
  readonly #open: Placed[] = [];
  #openText = '';

  /** Something is begun and not ended. */
  get isIdle(): boolean {
    return this.#strip === 'text' && this.#open.length === 0;
  }

  /** Where an escape began that is not complete. */
  get from(): number {
    return this.#open[0]?.start ?? Infinity;
  }

  read(code: number, at: number, take: Take): void {
    if (this.#open.length === 0 && !this.#opens(code)) this.#emit(code, at, at + 1, take);
    else this.#decode({ code, start: at, end: at + 1 }, take);
  }

  /** There is no more: what looked like an escape was none, or lacks its semicolon. */
  end(take: Take): void {
    const { code: bare, length } = bareEntity(this.#openText);
    if (length > 0) this.#emit(bare, this.from, this.#open[length - 1]?.end ?? 0, take);
    for (const { code, start, end } of this.#open.slice(length)) this.#emit(code, start, end, take);
    this.#open.length = 0;
    this.#openText = '';
  }

  /** Escapes are undone first: an escape sequence may be escaped itself, as it is in JSON. */
  #emit(code: number, start: number, end: number, take: Take): void {
    if (!this.#isStripped(code)) take(code, start, end);
  }

  /** The backslash that ends a control string begins no escape. */
  #opens(code: number): boolean {
    return isOpening(code) && this.#strip !== 'escape' && this.#strip !== 'string end';
  }

  /** What `plainText` of the core takes away, and every joiner and selector. */
  #isStripped(code: number): boolean {
    const next = this.#strip === 'tag' ? afterTag(code) : continuedBy(this.#strip, code);
    this.#strip = next ?? (code === TAG ? 'tag' : begunBy(code));
    return next !== undefined || isUnseen(code);
  }

  #begin(character: Placed, take: Take): void {
    if (!this.#opens(character.code)) {
      this.#emit(character.code, character.start, character.end, take);
      return;
    }
    this.#open.push(character);
    this.#openText = String.fromCharCode(character.code);
  }

  #decode(character: Placed, take: Take): void {
    const text = this.#openText + String.fromCharCode(character.code);
    if (UNFINISHED.test(text)) {
      this.#open.push(character);
      this.#openText = text;
      return;
    }
    const decoded = decodedEscape(text);
    const start = this.from;
    if (decoded !== undefined) {
      this.#open.length = 0;
      this.#openText = '';
      this.#emit(decoded, start, character.end, take);
      return;
    }
    // It was none; only what came last may begin another.
    this.end(take);
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

/** From here on a text is read otherwise than it is written. */
export function changesReading(code: number): boolean {
  return isUnseen(code) || isOpening(code);
}

/** The second half of a tag character, or of a rare selector. */
function afterTag(code: number): TerminalState | undefined {
  return code >= 0xdc00 && code < 0xde00 ? 'text' : undefined;
}

function isOpening(code: number): boolean {
  return code === PERCENT || code === BACKSLASH || code === AMPERSAND;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
/** The first half of tag characters and rare selectors. */
const TAG = 0xdb40;

const MARKS = /(?=\p{Script=Inherited})[\p{Mn}\p{Me}]/gu;
const UNSEEN = unseenCodes();

function isUnseen(code: number): boolean {
  return UNSEEN[code] === 1;
}

/** What the core would show a sign for; joiners and selectors, which it leaves alone, carry no letter either, nor do marks that any letter may have on it. */
function unseenCodes(): Uint8Array {
  const table = new Uint8Array(65_536);
  for (const { index } of Array.from(table, (_, code) => String.fromCharCode(code))
    .join('')
    .matchAll(MARKS))
    table[index] = 1;
  for (let block = 0; block < table.length; block += 256) {
    const characters = Array.from({ length: 256 }, (_, n) => String.fromCharCode(block + n));
    // Most blocks hold none: they are looked at as a whole.
    if (visible(characters.join('')) === characters.join('')) continue;
    for (const [n, character] of characters.entries()) if (visible(character) !== character) table[block + n] = 1;
  }
  for (const code of [TAG, 0x200c, 0x200d, ...Array.from({ length: 16 }, (_, n) => 0xfe00 + n)]) table[code] = 1;
  return table;
}

const UNFINISHED =
  /^(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|u\{[\da-f]{0,8}|x[\da-f]?|[0-3][0-7]?)?|&(?:#(?:x0{0,100}[\da-f]{0,6}|0{0,100}\d{0,7})?|[a-z][a-z\d]{0,30})?)$/i;

const ESCAPES = new Map([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  // A line that goes on.
  ['\\\n', '\n'],
  ['\\\r', '\r'],
  ...Array.from('"\'/\\', (character): [string, string] => [`\\${character}`, character]),
]);

const NUMBERED = /^(?:(?:%|\\u|\\x|&#x)([\da-f][\da-f]*);?|\\u\{([\da-f][\da-f]*)\}|\\([0-7]{3})|&#(\d\d*);)$/i;

function decodedEscape(text: string): number | undefined {
  const numbered = NUMBERED.exec(text);
  if (numbered !== null) {
    const [, short, braced, octal, decimal] = numbered;
    const hex = short ?? braced;
    return hex === undefined ? (octal === undefined ? Number(decimal) : parseInt(octal, 8)) : parseInt(hex, 16);
  }
  const character = text.startsWith('&') ? decodeHTMLStrict(text) : ESCAPES.get(text);
  return character?.length === 1 ? character.charCodeAt(0) : undefined;
}

/** `bareEntity('&#65')`, `bareEntity('&ampx')`: browsers read these without a semicolon. What it is, and how much of the text. */
function bareEntity(text: string): { readonly code: number; readonly length: number } {
  const [, hex, decimal] = BARE.exec(text) ?? [];
  if (hex !== undefined) return { code: parseInt(hex, 16), length: text.length };
  if (decimal !== undefined) return { code: Number(decimal), length: text.length };
  const decoded = /^&[a-z]/i.test(text) ? decodeHTML(text) : text;
  return decoded === text
    ? { code: 0, length: 0 }
    : { code: decoded.charCodeAt(0), length: text.length - decoded.length + 1 };
}

const BARE = /^&#(?:x([\da-f][\da-f]*)|(\d\d*))$/i;
