import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonGauge, jsonExcess } from './json-gauge.ts';

const bounds = { characters: 1000, depth: 10, values: 50 };

test.each([
  ['', undefined],
  ['{}', undefined],
  ['{"a":[1,2,{"b":"c"}]}', undefined],
  ['['.repeat(10) + ']'.repeat(10), undefined],
  ['['.repeat(11) + ']'.repeat(11), 'depth'],
  ['{"a":'.repeat(11), 'depth'],
  ['[{"a":'.repeat(6), 'depth'],
  ['['.repeat(5_000_000), 'depth'],
  [`[${'[],'.repeat(30)}[]]`, 'values'],
  [`[${'1,'.repeat(49)}1]`, undefined],
  [`[${'1,'.repeat(50)}1]`, 'values'],
  [`{${'"a":1,'.repeat(50)}"a":1}`, 'values'],
  [`"${',[{'.repeat(300)}"`, undefined],
  [`"${'\\"[[,'.repeat(100)}"`, undefined],
  [`"${'\\\\'.repeat(100)}"${'['.repeat(11)}`, 'depth'],
  [`"${'a'.repeat(998)}"`, undefined],
  [`"${'a'.repeat(999)}"`, 'characters'],
  [' '.repeat(1001), 'characters'],
  [']'.repeat(100) + '['.repeat(100), 'values'],
])('[A2 5] of %.30s… what is too much is %s', (text, excess) => {
  expect(jsonExcess(text, bounds)).toBe(excess);
});

test('[A2 5] what JSON.stringify writes is counted as it is: members, items and depth', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0);
      const { depth, values } = sizeOf(value);
      const exact = { characters: text.length, depth, values };
      expect(jsonExcess(text, exact)).toBeUndefined();
      expect(jsonExcess(text, { ...exact, characters: text.length - 1 })).toBe('characters');
      if (depth > 0) expect(jsonExcess(text, { ...exact, depth: depth - 1 })).toBe('depth');
      if (values > 0) expect(jsonExcess(text, { ...exact, values: values - 1 })).toBe('values');
    }),
  );
});

test('[A2 5] however a text is cut into pieces, the same of it is kept; what is kept passes the same bound again', () => {
  const signs = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a', ' '), maxLength: 200 });
  fc.assert(
    fc.property(fc.array(signs), (pieces) => {
      const small = { characters: 300, depth: 4, values: 20 };
      const whole = pieces.join('');
      const [once, piecewise] = [new JsonGauge(small), new JsonGauge(small)];
      const kept = whole.slice(0, once.push(whole));
      expect(pieces.map((piece) => piece.slice(0, piecewise.push(piece))).join('')).toBe(kept);
      expect(piecewise.excess).toBe(once.excess);
      expect(jsonExcess(kept, small)).toBe(once.excess);
      if (once.excess === undefined) expect(kept).toBe(whole);
    }),
  );
});

/** A container is one more than its members: its own bracket is where the first of them, or nothing, follows. */
function sizeOf(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inside = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    values: Math.max(1, inside.length) + inside.reduce((sum, { values }) => sum + values, 0),
  };
}
