/**
 * Characters that are written as something else: `%41`, `\u0041`, `\u{41}`, `\x41`, `\101`, `\"`, `\e`, `&#65;`, `&amp;`, `&#65`; `^[` as `cat -v` and
 * editors draw an escape; and what `visible` of the core says of hidden ones, `⟨U+200B⟩`.
 */
import { decodeHTML, decodeHTMLStrict } from 'entities/decode';

const OPENING: readonly number[] = Array.from('%\\&^⟨', (character) => character.charCodeAt(0));

/** An escape may begin with it. */
export function isOpening(code: number): boolean {
  return OPENING.includes(code);
}

/** It is the beginning of an escape, and not all of one. */
export function isUnfinished(text: string): boolean {
  return UNFINISHED.test(text);
}

const UNFINISHED =
  /^(?:\^|⟨(?:U(?:\+[\da-f]{0,6})?|\d{1,9}(?: [a-z ]{0,24})?|h[a-z]{0,5}(?:: ?[ -~·]{0,64})?)?|%[\da-f]?|\\(?:u[\da-f]{0,3}|u\{[\da-f]{0,8}|x[\da-f]?|[0-3][0-7]?)?|&(?:#(?:x0{0,100}[\da-f]{0,6}|0{0,100}\d{0,7})?|[a-z][a-z\d]{0,30})?)$/i;

const HIDDEN = /^⟨(?:U\+[\da-f]{4,6}|\d{1,9} [a-z ]{1,24}|hidden: [ -~·]{0,64})⟩$/i;

const ESCAPES = new Map([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\b', '\b'],
  ...Array.from('eE', (character): [string, string] => [`\\${character}`, '\u001b']),
  ...Array.from('afv', (character): [string, string] => [`\\${character}`, '\0']),
  // A line that goes on.
  ['\\\n', '\n'],
  ['\\\r', '\r'],
  ...Array.from('"\'/\\', (character): [string, string] => [`\\${character}`, character]),
]);

const NUMBERED = /^(?:(?:%|\\u|\\x|&#x)([\da-f][\da-f]*);?|\\u\{([\da-f][\da-f]*)\}|\\([0-7]{3})|&#(\d\d*);)$/i;

/** The code of the character that an escape is; undefined if it is none. */
export function decodedEscape(text: string): number | undefined {
  // `visible` of the core draws these only for what has no shape.
  if (text.startsWith('⟨')) return HIDDEN.test(text) ? 0 : undefined;
  if (text.startsWith('^')) return /^\^[?-_]$/.test(text) ? text.charCodeAt(1) ^ 0x40 : undefined;
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
export function bareEntity(text: string): { readonly code: number; readonly length: number } {
  const [, hex, decimal] = BARE.exec(text) ?? [];
  if (hex !== undefined) return { code: parseInt(hex, 16), length: text.length };
  if (decimal !== undefined) return { code: Number(decimal), length: text.length };
  const decoded = /^&[a-z]/i.test(text) ? decodeHTML(text) : text;
  return decoded === text
    ? { code: 0, length: 0 }
    : { code: decoded.charCodeAt(0), length: text.length - decoded.length + 1 };
}

const BARE = /^&#(?:x([\da-f][\da-f]*)|(\d\d*))$/i;
