import { expect, test } from 'vitest';
import { timeOf } from './time-of.ts';

const AT = Date.UTC(2026, 1, 2, 3, 40, 1);

test.each([
  ['2026-02-02T03:40:01Z', AT],
  ['Mon, 02 Feb 2026 03:40:01 GMT', AT],
  [AT, AT],
  [AT / 1000, AT],
  [AT / 1000 + 0.0004, AT],
  [AT * 1000, AT],
  [AT * 1_000_000, AT],
  [String(AT), AT],
  [String(AT / 1000), AT],
  [` ${AT / 1000}.25 `, AT + 250],
  ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
])('%j is a time', (value, at) => {
  expect(timeOf(value)).toBe(at);
});

test.each([
  [null],
  [true],
  [''],
  ['0'],
  [0],
  [-AT],
  [String(-AT)],
  [12],
  ['12'],
  ['2026'],
  ['step 12'],
  [Infinity],
  [Number.NaN],
  [1e21],
  ['9'.repeat(400)],
  ['1969-12-31T23:59:59Z'],
  ['-000001-01-01T00:00:00Z'],
  ['+010000-01-01T00:00:00Z'],
  [[AT]],
  [{ at: AT }],
])('%j is none', (value) => {
  expect(timeOf(value)).toBeUndefined();
});
