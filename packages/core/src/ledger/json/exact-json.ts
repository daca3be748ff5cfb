import { exactNumber } from './exact-number.ts';
import type { Json } from './json.ts';
import { QUOTE } from './growing/read-from.ts';
import { stringEnd, TURN_CHARACTERS } from './repeated-key.ts';

/**
 * JSON that somebody else wrote, with no number changed: what `JSON.parse` gives and throws, but a number that no JavaScript number is equal
 * to is the text of its digits.
 *
 * @example
 * exactJson('{"id":1234567890123456789,"price":1.10}'); //=> { id: '1234567890123456789', price: 1.1 }
 */
export function exactJson(text: string): Json {
  const value: Json = JSON.parse(text);
  const steps = exactTextSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value === text ? value : JSON.parse(step.value);
  }
}

/**
 * A valid JSON text, with quotes around each number that `JSON.parse` would change; the same text if there is none. For whoever reads a long one in turns: a
 * step at the latest after 50,000 characters in which numbers are looked for.
 *
 * @example
 * exactTextSteps('[1]').next(); //=> { done: true, value: '[1]' }
 */
export function* exactTextSteps(text: string): Generator<undefined, string> {
  if (!mayLoseDigits(text)) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const found of changedNumbers(text)) {
    if (found === undefined) {
      yield undefined;
      continue;
    }
    pieces.push(text.slice(end, found.at), `"${found.number}"`);
    end = found.at + found.number.length;
  }
  return end === 0 ? text : pieces.join('') + text.slice(end);
}

/**
 * A whole number of a valid JSON text that `JSON.parse` makes another one, or none: no tool may be given it. Of a fraction with very many digits
 * the nearest one is meant.
 *
 * @example
 * changedWhole('{"id":1234567890123456789}'); //=> '1234567890123456789'
 */
export function changedWhole(text: string): string | undefined {
  if (!mayLoseDigits(text)) return undefined;
  for (const found of changedNumbers(text)) {
    if (found === undefined) continue;
    const { number } = found;
    if (/^-?\d\d*$/.test(number) || !Number.isFinite(Number(number))) return number;
  }
  return undefined;
}

/** Fifteen digits are always kept. This many characters of digits and a dot may not be. */
export const LONG = 16;
const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
export const MINUS = 0x2d;
/** A number that may be larger than the largest, or nearer to zero than the nearest. */
const FAR = /[eE][+-]?\d{3}\d*\s*(?:[,}\]]|$)/;

/** This runs for every record of a file, so it looks at one character of sixteen: no long run is between two of them. */
function mayLoseDigits(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isOfNumber(text.charCodeAt(at))) continue;
    let from = at;
    let end = at + 1;
    while (end - from < LONG && isOfNumber(text.charCodeAt(from - 1))) from -= 1;
    while (end - from < LONG && isOfNumber(text.charCodeAt(end))) end += 1;
    if (end - from >= LONG) return true;
  }
  return FAR.test(text);
}

/** A digit or a dot. */
export function isOfNumber(code: number): boolean {
  return isDigit(code) || code === DOT;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const NUMBER = /-?\d\d*(?:\.\d\d*)?(?:[eE][+-]?\d\d*)?/y;

/** The numbers of a valid text that would be changed; undefined is a turn for others. */
function* changedNumbers(text: string): Iterable<{ readonly number: string; readonly at: number } | undefined> {
  let at = 0;
  let turn = TURN_CHARACTERS;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at + 1, turn);
      while (at < text.length && text.charCodeAt(at) !== QUOTE) {
        yield undefined;
        turn = at + TURN_CHARACTERS;
        at = stringEnd(text, at, turn);
      }
      at += 1;
    } else if (code === MINUS || isDigit(code)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? '-';
      if (exactNumber(number) === number) yield { number, at };
      at += number.length;
    } else at += 1;
    if (at < turn) continue;
    yield undefined;
    turn = at + TURN_CHARACTERS;
  }
}
