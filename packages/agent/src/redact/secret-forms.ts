import { Automaton } from './automaton.ts';
import { asRead } from './as-read.ts';

/** Shorter ones are no secrets, and would be found everywhere. */
export const SHORTEST = 8;
/** Longer ones are known by their pieces: whoever shows a part of a private key has shown enough. */
const LONGEST = 128;
const PIECE = 64;
const LEAST_PIECE = 16;
const MOST_KNOWN = 16_384;

/** Everything that gives a secret away, by the way in which it is written. */
export interface SecretForms {
  /** Itself, and backwards. */
  readonly plain: Automaton;
  /** What of it stands in the base64 of any text that holds it: its place in that text decides which of three forms it takes. */
  readonly base64: Automaton;
  readonly hex: Automaton;
  /** The numbers of its bytes, as lists of them are printed. */
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
  const forms: SecretForms = {
    plain: new Automaton([...new Set(words.flatMap(plainForms))]),
    base64: new Automaton(bytes.flatMap((one) => [0, 1, 2].map((before) => inside(one, before)))),
    hex: new Automaton(bytes.map((one) => one.toString('hex'))),
    decimal: new Automaton(bytes.map((one) => one.join(','))),
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

/** As it is; as bytes that nobody put together to characters; and what is left of both once a text is read. */
function plainForms(word: string): readonly string[] {
  const forms = [word, Buffer.from(word).toString('latin1')];
  const all = [...forms, ...forms.map(asRead)].filter(({ length }) => length >= SHORTEST);
  return all.flatMap((form) => [form, Array.from(form).toReversed().join('')]);
}

/** The characters that depend on nothing but these bytes, when so many others come before them. */
function inside(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
