import { isFirstHalf } from './is-first-half.ts';

/** Only hostile data is nested deeper. Below this depth the size of a value is not estimated before it is written. */
const DEEP = 64;
/** Of one string at a time. A letter is at most six bytes of JSON. */
const LETTERS = 2048;

/** How JSON is written in pieces. */
export interface JsonPieces {
  /** As of `JSON.stringify`: none, and all is on one line. */
  readonly indent?: string;
  /** At the begin of every line but the first. */
  readonly before?: string;
  /** So many letters of a text are written at once, and a value that is shorter is one piece. */
  readonly letters?: number;
}

/**
 * What `JSON.stringify` writes of plain data, a little at a time: however long a string in it is, nobody makes all of it at once. Without
 * recursion: arguments of calls come from outside, as deep as they like.
 *
 * @example
 * Array.from(jsonPieces({ a: 'long' }, { letters: 3 })); //=> ['{', '"a":', '"', 'lon', 'g', '"', '}']
 */
export function* jsonPieces(
  value: unknown,
  { indent = '', before = '', letters = LETTERS }: JsonPieces = {},
): Generator<string> {
  const open: Container[] = [];
  const line = (): string => (indent === '' ? '' : `\n${before}${indent.repeat(open.length)}`);
  const colon = indent === '' ? ':' : ': ';
  for (let member: Member | undefined = { name: undefined, value }; ;) {
    if (member !== undefined) {
      const { name, value: inner } = member;
      const container = open.at(-1);
      if (container !== undefined) {
        const start = `${container.count > 0 ? ',' : ''}${line()}${name === undefined ? '' : JSON.stringify(name) + colon}`;
        if (start !== '') yield start;
        container.count += 1;
      }
      if (typeof inner === 'string') yield* stringPieces(inner, letters);
      else if (typeof inner !== 'object' || inner === null) yield JSON.stringify(inner) ?? 'null';
      else if (open.length < DEEP && !isLongJson(inner, letters))
        yield indent === '' ? JSON.stringify(inner) : JSON.stringify(inner, undefined, indent).replaceAll('\n', line());
      else {
        yield Array.isArray(inner) ? '[' : '{';
        open.push({ members: membersOf(inner), close: Array.isArray(inner) ? ']' : '}', count: 0 });
      }
    }
    const container = open.at(-1);
    if (container === undefined) return;
    const next = container.members.next();
    member = next.done === true ? undefined : next.value;
    if (member !== undefined) continue;
    open.pop();
    yield (container.count > 0 ? line() : '') + container.close;
  }
}

/** A list or an object of which some is written. */
interface Container {
  readonly members: Iterator<Member>;
  readonly close: string;
  count: number;
}

interface Member {
  readonly name: string | undefined;
  readonly value: unknown;
}

function* membersOf(container: object): Generator<Member> {
  if (Array.isArray(container)) {
    for (const value of container) yield { name: undefined, value };
    return;
  }
  for (const name of Object.keys(container)) {
    const value: unknown = Reflect.get(container, name);
    if (value !== undefined) yield { name, value };
  }
}

function* stringPieces(text: string, letters: number): Generator<string> {
  yield '"';
  let end = 0;
  for (let from = 0; from < text.length; from = end) {
    end = Math.min(from + letters, text.length);
    // Not between the two halves of a character.
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end += 1;
    const piece = text.slice(from, end);
    // A slice costs nothing, and most texts are as they are in JSON.
    yield ESCAPED.test(piece) ? JSON.stringify(piece).slice(1, -1) : piece;
  }
  yield '"';
}

/** Halves of characters too: one that stands alone is escaped. */
const ESCAPED = /["\\\p{Cc}\ud800-\udfff]/u;

/**
 * Whether a value is worth writing in pieces: it is longer than so many letters, or very deep. Most values are neither, and are written
 * faster at once.
 *
 * @example
 * isLongJson({ text: 'short' }); //=> false
 */
export function isLongJson(value: unknown, letters: number = LETTERS): boolean {
  let left = letters;
  const look = (inside: unknown, depth: number): void => {
    left -= typeof inside === 'string' ? inside.length : 8;
    if (typeof inside !== 'object' || inside === null) return;
    if (depth === DEEP) left = -1;
    if (Array.isArray(inside)) {
      for (const item of inside) {
        if (left < 0) return;
        look(item, depth + 1);
      }
      return;
    }
    for (const key of Object.keys(inside)) {
      if (left < 0) return;
      left -= key.length;
      look(Reflect.get(inside, key), depth + 1);
    }
  };
  look(value, 0);
  return left < 0;
}
