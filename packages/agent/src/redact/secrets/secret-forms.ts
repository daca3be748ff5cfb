import { Automaton } from '../automaton.ts';
import { asRead } from '../as-read.ts';
import { withoutBlanks } from '../is-between-letters.ts';
import { drawnForms } from './drawn-forms.ts';
import { looseText } from '../usual-letter.ts';

/** Shorter ones are no secrets, and would be found everywhere. */
export const SHORTEST = 8;
/** Longer ones are known by their pieces: whoever shows a part of a private key has shown enough. */
const LONGEST = 128;
const PIECE = 64;
const LEAST_PIECE = 16;
const MOST_KNOWN = 16_384;
/** A secret has at least this many letters, not counting blanks. */
const LEAST_CLOSE = 4;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Everything that gives a secret away, by the way in which it is written. */
export interface SecretForms {
  /** Itself, and backwards, both in small letters and without blanks: they are passed over in a text. */
  readonly plain: Automaton;
  /** What of it is in the base64 of any text that holds it: its place in that text decides which of three forms it takes. */
  readonly base64: Automaton;
  readonly base32: Automaton;
  readonly hex: Automaton;
  /** The numbers of its bytes, as lists of them are printed: decimal or octal. */
  readonly decimal: Automaton;
  readonly isEmpty: boolean;
}

const known = new WeakMap<readonly string[], SecretForms>();

/** `secretForms(['sk-12345'])`; the same list is worked out once. */
export function secretForms(secrets: readonly string[]): SecretForms {
  const before = known.get(secrets);
  if (before !== undefined) return before;
  const words = [...new Set(secrets.flatMap(piecesOf))];
  const bytes = words.map((word) => Buffer.from(word));
  const encodings = [...bytes, ...words.flatMap(inUtf16)];
  const forms: SecretForms = {
    plain: new Automaton([...new Set(words.flatMap(plainForms))]),
    base64: new Automaton(encodings.flatMap((one) => [0, 1, 2].map((before) => inside(one, before, BASE64, 6)))),
    base32: new Automaton(bytes.flatMap((one) => [0, 1, 2, 3, 4].map((before) => inside(one, before, BASE32, 5)))),
    hex: new Automaton(encodings.map((one) => one.toString('hex'))),
    decimal: new Automaton(bytes.flatMap(numbersOf)),
    isEmpty: words.length === 0,
  };
  known.set(secrets, forms);
  return forms;
}

/** A key of several lines is known by each of them; the lines around it are no secret. */
function piecesOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST) return [];
  if (secret.length <= LONGEST && !secret.includes('\n')) return [secret];
  const lines = secret.slice(0, MOST_KNOWN).split(/\r?\n/);
  const telling = lines.map((line) => line.trim()).filter((line) => !line.startsWith('-----'));
  return telling.flatMap((line) => {
    const pieces = line.length <= LONGEST ? [line] : (line.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? []);
    return pieces.filter(({ length }) => length >= (lines.length > 1 ? LEAST_PIECE : SHORTEST));
  });
}

/** As it is; as bytes that nobody put together to characters, of UTF-8 or of UTF-16; with its accents in the letters or behind them; as programs draw what they cannot show; without backslashes, which at the end of a line may say that it goes on; and what is left of these once a text is read. */
function plainForms(word: string): readonly string[] {
  const forms = [
    word,
    Buffer.from(word).toString('latin1'),
    word.normalize('NFC'),
    word.normalize('NFD'),
    word.replaceAll('\\', ''),
    ...drawnForms(word),
    ...inUtf16(word).map((bytes) => bytes.toString('latin1').replaceAll('\0', '')),
  ];
  const all = [...forms, ...forms.map(asRead)].filter(({ length }) => length >= SHORTEST);
  const close = all.map(withoutBlanks).filter(({ length }) => length >= LEAST_CLOSE);
  return close.flatMap((form) => [form, Array.from(form).toReversed().join('')]).map(looseText);
}

/** Both orders of bytes; the zero at the outer end of a usual letter belongs to neither. */
function inUtf16(word: string): readonly Buffer[] {
  const low = Buffer.from(word, 'utf16le');
  // oxlint-disable-next-line no-control-regex -- these have a zero as their high byte
  return /^[\x00-\xff]*$/.test(word) ? [low.subarray(0, -1)] : [low, Buffer.from(low).swap16()];
}

/** Decimal and octal, with as few digits as there are, with three, and with a zero apart: octal as Python writes it (`0o147`), decimal in UTF-16. */
function numbersOf(bytes: Buffer): readonly string[] {
  return [10, 8].flatMap((base) => {
    const numbers = Array.from(bytes, (byte) => byte.toString(base));
    return [numbers, numbers.map((one) => one.padStart(3, '0')), numbers.map((one) => `0,${one}`)].map(String);
  });
}

/** The characters that depend on nothing but these bytes, when so many others come before them. */
function inside(bytes: Buffer, before: number, alphabet: string, width: 5 | 6): string {
  const all = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const bits = all.slice((width - ((before * 8) % width)) % width);
  return (bits.match(new RegExp(`.{${width}}`, 'g')) ?? []).map((one) => alphabet.charAt(parseInt(one, 2))).join('');
}
