import { checkedJson } from '../decode/checked-json.ts';
import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentsObject } from './arguments-object.ts';
import { sendable } from './sendable.ts';

const broken = fc.string({ unit: fc.constantFrom('a', '\ud800', '\udc00', '😀', 'é') });

test('half a character is replaced, a whole one stays', () => {
  fc.assert(
    fc.property(broken, (text) => {
      const fixed = sendable(text) as string;
      expect(encodeURIComponent(fixed)).toBeTypeOf('string');
      expect(sendable(fixed)).toBe(fixed);
    }),
  );
  expect(sendable('a\ud83d\ude00\ud83d')).toBe('a😀\ufffd');
});

test('a value without fault is given back itself, one with faults as a copy without them', () => {
  const good: Json = { a: [1, { b: 'c' }], __proto__: null };
  expect(sendable(good)).toBe(good);
  const bad: Json = JSON.parse('{"a":["\\ud800"],"\\udc00":1,"__proto__":{"x":"\\ud800"}}');
  expect(JSON.stringify(sendable(bad))).toBe('{"a":["\ufffd"],"\ufffd":1,"__proto__":{"x":"\ufffd"}}');
  expect(Object.getPrototypeOf(sendable(bad))).toBe(Object.prototype);
});

test('what is nested deeper than any writer bears is nothing: no throw, no crash', () => {
  const deep: Json = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  expect(sendable(deep)).toBe(undefined);
  expect(checkedJson(deep)).toBe(undefined);
  expect(sendable(JSON.parse('['.repeat(100) + ']'.repeat(100)))).not.toBe(undefined);
});

test('what no JSON parser gives is no JSON', () => {
  for (const value of [undefined, () => 1, 1n, Number.NaN, { a: undefined }, [Symbol('x')]])
    expect(checkedJson(value)).toBe(undefined);
});

test('[bug 57] arguments are an object, whatever the text: parsed where it can be, kept where it cannot', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), broken), (text) => {
      const value = argumentsObject(text);
      expect(Object.prototype.toString.call(value)).toBe('[object Object]');
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    }),
  );
  expect(argumentsObject(' \n')).toEqual({});
  expect(argumentsObject('{"a":1}')).toEqual({ a: 1 });
  expect(argumentsObject('0')).toEqual({ input: 0 });
  expect(argumentsObject('{"a":')).toEqual({ input: '{"a":' });
});
