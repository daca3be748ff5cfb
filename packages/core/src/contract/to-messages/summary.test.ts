import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asJson } from '../foreign/as-json.ts';
import { summary, valueSummary } from './summary.ts';

test('a hundred characters stay, one more becomes 97 and three dots', () => {
  expect(summary('')).toBe('');
  expect(summary('x'.repeat(100))).toBe('x'.repeat(100));
  expect(summary('x'.repeat(101))).toBe(`${'x'.repeat(97)}...`);
});

test('a cut never leaves half a character', () => {
  expect(summary(`${'x'.repeat(96)}😀${'y'.repeat(10)}`)).toBe(`${'x'.repeat(96)}...`);
  expect(summary(`${'x'.repeat(95)}😀${'y'.repeat(10)}`)).toBe(`${'x'.repeat(95)}😀...`);
});

test('a summary is short, begins as its text does, and is its own summary', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
      const short = summary(text);
      expect(short.length).toBeLessThanOrEqual(100);
      expect(text.startsWith(short.replace(/\.\.\.$/, ''))).toBe(true);
      expect(summary(short)).toBe(short);
    }),
  );
});

test('a value is summed up as its JSON, a text as itself', () => {
  expect(valueSummary('text')).toBe('text');
  expect(valueSummary(null)).toBe('null');
  expect(valueSummary(0)).toBe('0');
  expect(valueSummary({ a: [1, 'b'] })).toBe('{"a":[1,"b"]}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      expect(valueSummary(asJson(value, 'other'))).toBe(summary(text));
    }),
  );
});
