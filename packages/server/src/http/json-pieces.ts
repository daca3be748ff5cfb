/** Of one string at a time. A letter is at most six bytes of JSON. */
const LETTERS = 2048;

/** What `JSON.stringify` writes of plain data, a little at a time: however long a string in it is, nobody makes all of it at once. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* stringPieces(value);
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null';
  else if (!isLong(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* objectPieces(value);
}

function* stringPieces(text: string): Generator<string> {
  yield '"';
  let end = 0;
  for (let from = 0; from < text.length; from = end) {
    end = Math.min(from + LETTERS, text.length);
    // Not between the two halves of a character.
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
    const piece = text.slice(from, end);
    // A slice costs nothing, and most texts are as they stand in JSON.
    yield ESCAPED.test(piece) ? JSON.stringify(piece).slice(1, -1) : piece;
  }
  yield '"';
}

/** Halves of characters too: one that stands alone is escaped. */
const ESCAPED = /["\\\p{Cc}\ud800-\udfff]/u;

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function* listPieces(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* jsonPieces(item);
  }
  yield ']';
}

function* objectPieces(object: object): Generator<string> {
  yield '{';
  let first = true;
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${first ? '' : ','}${JSON.stringify(key)}:`;
    first = false;
    yield* jsonPieces(value);
  }
  yield '}';
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
    for (const [key, member] of Object.entries(inside)) {
      if (left < 0) return;
      left -= key.length;
      look(member);
    }
  };
  look(value);
  return left < 0;
}
