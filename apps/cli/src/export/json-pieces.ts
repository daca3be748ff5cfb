import { SLICE, slices } from './slices.ts';

/** Whether there is a text in it that is worth writing in pieces. */
export function holdsLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > SLICE;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongText);
}

/** `JSON.stringify(value, undefined, indent)` in pieces, `before` at the begin of each further line: no long text in it is copied. */
export function* jsonPieces(value: unknown, indent = '', before = ''): Iterable<string> {
  if (typeof value === 'string' && value.length > SLICE) yield* textPieces(value);
  else if (typeof value !== 'object' || value === null || !holdsLongText(value))
    yield JSON.stringify(value, undefined, indent).replaceAll('\n', `\n${before}`);
  else if (Array.isArray(value))
    yield* members(
      value.map((member: unknown) => ['', member ?? null]),
      { indent, before, marks: '[]' },
    );
  else yield* members(fieldsOf(value, indent === '' ? ':' : ': '), { indent, before, marks: '{}' });
}

type Member = readonly [name: string, value: unknown];

function fieldsOf(value: object, colon: string): readonly Member[] {
  return Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [[`${JSON.stringify(name)}${colon}`, field] as const],
  );
}

function* members(
  all: readonly Member[],
  { indent, before, marks }: { readonly indent: string; readonly before: string; readonly marks: '[]' | '{}' },
): Iterable<string> {
  const inside = before + indent;
  const lineOf = (start: string): string => (indent === '' ? '' : `\n${start}`);
  let mark = marks.charAt(0);
  for (const [name, value] of all) {
    yield `${mark}${lineOf(inside)}${name}`;
    yield* jsonPieces(value, indent, inside);
    mark = ',';
  }
  yield `${lineOf(before)}${marks.charAt(1)}`;
}

function* textPieces(text: string): Iterable<string> {
  yield '"';
  for (const slice of slices(text)) yield JSON.stringify(slice).slice(1, -1);
  yield '"';
}
