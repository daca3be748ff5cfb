/**
 * How many keys a valid JSON text has at most: `mostKeys('{"a":":"}') === 2`, because a string that begins with a colon looks like one. NaN
 * if the value of a key is a number that may lose digits. It runs for every record, and there are fewer colons in a text than quotes.
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
const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

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

/** Fifteen digits are always kept, where there is no exponent. */
const KEPT = 15;

/** Whether a number begins there that `JSON.parse` may change. */
function mayLoseDigits(json: string, from: number): boolean {
  let start = from;
  while (json.charCodeAt(start) <= SPACE) start += 1;
  if (json.charCodeAt(start) === MINUS) start += 1;
  let end = start;
  while (end - start <= KEPT && isOfPlainNumber(json.charCodeAt(end))) end += 1;
  return end > start && (end - start > KEPT || (json.charCodeAt(end) | LOWER_CASE) === SMALL_E);
}

const DOT = 0x2e;
const LOWER_CASE = 0x20;
const SMALL_E = 0x65;

function isOfPlainNumber(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === DOT;
}
