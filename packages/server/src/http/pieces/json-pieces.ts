/** Only hostile data is nested deeper. Below this depth the size of a value is not estimated before it is written. */
const DEEP = 64;
/** Of one string at a time. A letter is at most six bytes of JSON. */
const LETTERS = 2048;

/**
 * What `JSON.stringify` writes of plain data, a little at a time: however long a string in it is, nobody makes all of it at once. Without
 * recursion: arguments of calls come from outside, as deep as they like.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  const open: Container[] = [];
  for (let member: Member | undefined = { before: '', value }; ;) {
    if (member !== undefined) {
      const { before, value: inner } = member;
      if (before !== '') yield before;
      if (typeof inner === 'string') yield* stringPieces(inner);
      else if (typeof inner !== 'object' || inner === null) yield JSON.stringify(inner) ?? 'null';
      else if (open.length < DEEP && !isLong(inner)) yield JSON.stringify(inner);
      else {
        yield Array.isArray(inner) ? '[' : '{';
        open.push({ members: membersOf(inner), close: Array.isArray(inner) ? ']' : '}' });
      }
    }
    const container = open.at(-1);
    if (container === undefined) return;
    const next = container.members.next();
    member = next.done === true ? undefined : next.value;
    if (member === undefined) yield open.pop()?.close ?? '';
  }
}

/** A list or an object of which some is written. */
interface Container {
  readonly members: Iterator<Member>;
  readonly close: string;
}

interface Member {
  /** A comma, a name. */
  readonly before: string;
  readonly value: unknown;
}

function* membersOf(container: object): Generator<Member> {
  if (Array.isArray(container)) {
    for (const [index, value] of container.entries()) yield { before: index > 0 ? ',' : '', value };
    return;
  }
  let comma = '';
  for (const key of Object.keys(container)) {
    const value: unknown = Reflect.get(container, key);
    if (value === undefined) continue;
    yield { before: `${comma}${JSON.stringify(key)}:`, value };
    comma = ',';
  }
}

function* stringPieces(text: string): Generator<string> {
  yield '"';
  let end = 0;
  for (let from = 0; from < text.length; from = end) {
    end = Math.min(from + LETTERS, text.length);
    // Not between the two halves of a character.
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
    const piece = text.slice(from, end);
    // A slice costs nothing, and most texts are as they are in JSON.
    yield ESCAPED.test(piece) ? JSON.stringify(piece).slice(1, -1) : piece;
  }
  yield '"';
}

/** Halves of characters too: one that stands alone is escaped. */
const ESCAPED = /["\\\p{Cc}\ud800-\udfff]/u;

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Most values are short, and are written faster at once. */
export function isLong(value: unknown): boolean {
  let left = LETTERS;
  const look = (inside: unknown): void => {
    left -= typeof inside === 'string' ? inside.length : 8;
    if (typeof inside !== 'object' || inside === null) return;
    if (Array.isArray(inside)) {
      for (const item of inside) {
        if (left < 0) return;
        look(item);
      }
      return;
    }
    for (const key of Object.keys(inside)) {
      if (left < 0) return;
      left -= key.length;
      look(Reflect.get(inside, key));
    }
  };
  look(value);
  return left < 0;
}
