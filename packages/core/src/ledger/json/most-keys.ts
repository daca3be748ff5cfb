import { isOfNumber, LONG, MINUS } from './exact-json.ts';
import { BACKSLASH, QUOTE } from './growing/read-from.ts';

/**
 * How many keys a valid JSON text has at most, because a string that begins with a colon looks like one. NaN if the value of a key is a number
 * that may lose digits. For whoever asks it of every record of a file: there are fewer colons in a text than quotes.
 *
 * @example
 * mostKeys('{"a":":"}'); //=> 2
 */
export function mostKeys(json: string): number {
  let keys = 0;
  for (let colon = json.indexOf(':'); colon !== -1; colon = json.indexOf(':', colon + 1)) {
    if (!followsString(json, colon)) continue;
    if (mayLoseDigits(json, colon + 1)) return NaN;
    keys += 1;
  }
  return keys;
}

const SPACE = 0x20;

function followsString(json: string, colon: number): boolean {
  let before = colon - 1;
  while (json.charCodeAt(before) <= SPACE) before -= 1;
  return json.charCodeAt(before) === QUOTE && !isEscaped(json, before);
}

/** By an odd number of backslashes before it. */
function isEscaped(json: string, at: number): boolean {
  let from = at;
  while (json.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (at - from) % 2 === 1;
}

/** Whether a number begins there that `JSON.parse` may change. One with an exponent may be any. */
function mayLoseDigits(json: string, from: number): boolean {
  let start = from;
  while (json.charCodeAt(start) <= SPACE) start += 1;
  if (json.charCodeAt(start) === MINUS) start += 1;
  let end = start;
  while (end - start < LONG && isOfNumber(json.charCodeAt(end))) end += 1;
  return end > start && (end - start >= LONG || (json.charCodeAt(end) | LOWER_CASE) === SMALL_E);
}

const LOWER_CASE = 0x20;
const SMALL_E = 0x65;
