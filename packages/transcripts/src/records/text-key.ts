/** A short text that stands for a long one, or for a JSON value: equal for equal ones, and else never. */
import { isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { DIGEST_WORDS, textDigest } from './text-digest.ts';

/** What is not longer stands for itself. */
const SHORT = 64;
/** A longer text is not remembered. */
const MOST_REMEMBERED = 1024 * 1024;

/** The last long texts and their keys: several parts of a reader ask for the key of the same words. */
const REMEMBERED: { text: string; key: string }[] = Array.from({ length: 4 }, () => ({ text: '', key: '' }));
let oldest = 0;

/** `textKey('Hello') === 'Hello'`; the key of a long text is its digest, which nobody can write. */
export function textKey(text: string): string {
  if (text.length <= SHORT) return text;
  for (const known of REMEMBERED) if (known.text === text) return known.key;
  const key = keyOfDigest(text);
  if (text.length > MOST_REMEMBERED) return key;
  const entry = REMEMBERED[oldest];
  if (entry !== undefined) [entry.text, entry.key] = [text, key];
  oldest = (oldest + 1) % REMEMBERED.length;
  return key;
}

const DIGEST = new Uint32Array(DIGEST_WORDS);

function keyOfDigest(text: string): string {
  textDigest(text, DIGEST);
  const [a = 0, b = 0, c = 0, d = 0] = DIGEST;
  return inLetters(a) + inLetters(b) + inLetters(c) + inLetters(d);
}

/** Five characters of seven bits: such a key is digested in its turn, and that is shortest for ASCII. */
function inLetters(word: number): string {
  return String.fromCharCode(word & 127, (word >>> 7) & 127, (word >>> 14) & 127, (word >>> 21) & 127, word >>> 28);
}

/** Alike for JSON that is written alike. Each text is behind its length, so that no two values run together to the same key. */
export function jsonKey(value: Json | undefined): string {
  if (typeof value === 'string') return counted('"', textKey(value));
  if (typeof value !== 'object' || value === null) return `${value};`;
  let key = isList(value) ? '[' : '{';
  if (isList(value)) for (const item of value) key += jsonKey(item);
  else for (const name in value) key += counted('', textKey(name)) + jsonKey(value[name]);
  return `${key}}`;
}

function counted(sign: string, text: string): string {
  return `${sign}${text.length}:${text}`;
}
