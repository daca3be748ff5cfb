import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLongJson, jsonPieces } from './json-pieces.ts';

test('[A2 12] the pieces are together what JSON.stringify writes', () => {
  const long = fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.integer({ min: 1, max: 40_000 }));
  const leaf = fc.oneof(
    long.map(([unit, times]) => unit.repeat(times).slice(0, 150_000)),
    fc.jsonValue(),
    fc.constant(undefined),
    fc.constant('\ud83d'.repeat(40_000)),
  );
  const tree = fc.oneof(
    leaf,
    fc.array(leaf),
    fc.dictionary(fc.string(), leaf),
    fc.array(fc.dictionary(fc.string(), leaf)),
  );
  fc.assert(
    fc.property(tree, (value) => {
      const pieces = [...jsonPieces(value)];
      expect(pieces.join('')).toBe(JSON.stringify(value) ?? 'null');
      for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(25_000);
    }),
    { numRuns: 30 },
  );
});

test.each(['x', '"', '\u0001', '語', '😀', '\ud83d', 'a😀'])(
  '[A2 12] a megabyte of %j comes in small pieces',
  (sign) => {
    const text = sign.repeat(Math.floor(1_000_000 / sign.length));
    let letters = 0;
    for (const piece of jsonPieces({ content: [text] })) {
      expect(Buffer.byteLength(piece)).toBeLessThan(25_000);
      letters += piece.length;
    }
    expect(letters).toBe(JSON.stringify({ content: [text] }).length);
  },
);

test('[M3] to see that a list is long, not all of it is looked at', () => {
  const items = Array.from({ length: 40_000 }, (_, n) => n);
  let looks = 0;
  const list = new Proxy(items, {
    get: (target, name, self) => {
      looks += 1;
      return Reflect.get(target, name, self);
    },
  });
  const pieces = jsonPieces({ list });
  expect([pieces.next().value, pieces.next().value, pieces.next().value]).toEqual(['{', '"list":', '[']);
  expect(looks).toBeLessThan(10_000);
  expect([...jsonPieces({ items })].join('')).toBe(JSON.stringify({ items }));
});

test('[M3] to see that an object is long, not all of it is looked at', () => {
  const members = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, n]));
  let looks = 0;
  const object = new Proxy(members, {
    get: (target, name, self) => {
      looks += 1;
      return Reflect.get(target, name, self);
    },
  });
  const pieces = jsonPieces({ a: { b: [object] } });
  expect(Array.from({ length: 6 }, () => pieces.next().value)).toEqual(['{', '"a":', '{', '"b":', '[', '{']);
  expect(looks).toBeLessThan(10_000);
  expect([...jsonPieces({ members })].join('')).toBe(JSON.stringify({ members }));
});

test('what is as deep as it is long is written', () => {
  const depth = 30_000;
  let lists: unknown = 'x';
  let objects: unknown = 'x';
  for (let n = 0; n < depth; n += 1) [lists, objects] = [[lists], { a: objects }];
  expect([...jsonPieces(lists)].join('')).toBe(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`);
  expect([...jsonPieces(objects)].join('')).toBe(`${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`);
});

/** Its slices end in the middle of a pair, of a line and of an escape. */
const LETTERS = 1024;
const LONG = `${'x'.repeat(LETTERS - 1)}😀${'"\\\n\ud800→'.repeat(LETTERS / 4)}`;
const longer = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('short\n', 0, null, undefined, LONG),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b\n', '__proto__'), tie('json'), { maxKeys: 3 }),
  ),
}));

test('the pieces are the JSON of the whole, on one line and on many, and none is long', () => {
  fc.assert(
    fc.property(longer.json, fc.constantFrom('', '  '), (value, indent) => {
      const given = { value };
      const pieces = [...jsonPieces(given, { indent, letters: LETTERS })];
      expect(pieces.join('')).toBe(JSON.stringify(given, undefined, indent));
      expect(pieces.every(({ length }) => length < 8 * LETTERS)).toBe(true);
      const further = [...jsonPieces(given, { indent, before: '\t', letters: LETTERS })].join('');
      expect(further).toBe(JSON.stringify(given, undefined, indent).replaceAll('\n', '\n\t'));
    }),
    { numRuns: 50, examples: [[[LONG, { a: LONG, b: undefined }, [], {}], '  ']] },
  );
});

test('what is long, or too deep to be written at once, is known', () => {
  let deep: unknown = 'x';
  for (let n = 0; n < 30_000; n += 1) deep = { a: deep };
  const values = [{ a: [{ b: LONG }] }, deep, { a: ['short'] }, null];
  expect(values.map((value) => isLongJson(value, LETTERS))).toEqual([true, true, false, false]);
  const lines = [...jsonPieces(deep, { indent: ' ', letters: 1_000_000 })];
  expect(lines.length).toBeGreaterThan(30_000);
});
