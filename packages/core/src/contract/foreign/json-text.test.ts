import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../ledger/json/json.ts';
import { asJson } from './as-json.ts';
import { jsonText } from './json-text.ts';

function nested(depth: number): Json {
  let value: Json = 0;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

test('a value is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(asJson(value, 'other')).toBe(value);
      expect(jsonText(asJson(value, 'other'))).toBe(JSON.stringify(value));
    }),
  );
});

test('a limit cuts the text, and never costs the whole value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (value, limit) => {
      const cut = jsonText(asJson(value, 'other'), limit);
      const whole = JSON.stringify(value);
      expect(whole.length <= limit ? cut : cut.slice(0, limit)).toBe(whole.slice(0, limit));
    }),
  );
  expect(jsonText('x'.repeat(10_000_000), 100).length).toBeLessThan(110);
});

test('a value nested a hundred thousand deep is read and written without a throw', () => {
  const deep = nested(100_000);
  expect(asJson(deep, 0)).toBe(deep);
  expect(jsonText(deep).length).toBeGreaterThan(300_000);
  expect(jsonText(deep, 10).length).toBeLessThan(30);
});

test('JSON passes as it is, and keeps a key called __proto__', () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":true},"zero":0,"none":null,"no":false,"empty":""}');
  expect(asJson(value, 0)).toBe(value);
  expect(jsonText(asJson(value, 0))).toBe(JSON.stringify(value));
});

test('what is no JSON becomes JSON where it can, and nothing where it cannot', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const shared = { a: 1 };
  expect(asJson({ left: shared, right: shared }, 0)).toEqual({ left: { a: 1 }, right: { a: 1 } });
  expect(asJson({ when: new Date(0), gone: undefined }, 0)).toEqual({ when: '1970-01-01T00:00:00.000Z' });
  expect(asJson(Number.NaN, 0)).toBe(null);
  expect(asJson([undefined, 1], 0)).toEqual([null, 1]);
  for (const value of [circle, undefined, () => 0, 10n, Symbol('s')]) expect(asJson(value, 'other')).toBe('other');
});
