import { expect, test } from 'vitest';
import { wholeNumberOf, fieldsOf, filledTextOf, isFields, listOf, numberOf, textOf } from './fields.ts';

const NO_TEXT = [undefined, null, 0, false, {}, [], ['a']];

test('a text is a text, and only one that says something is an id', () => {
  expect([textOf('a'), textOf(''), textOf(' ')]).toEqual(['a', '', ' ']);
  expect([filledTextOf('a'), filledTextOf(''), filledTextOf(' ')]).toEqual(['a', undefined, ' ']);
  for (const value of NO_TEXT) expect([textOf(value), filledTextOf(value)]).toEqual([undefined, undefined]);
});

test('only an object has fields, and only a list has items', () => {
  expect(fieldsOf({ a: 1 })).toEqual({ a: 1 });
  for (const value of [undefined, null, 'text', 4, [1]]) expect(fieldsOf(value)).toEqual({});
  expect([isFields({}), isFields([]), isFields(null)]).toEqual([true, false, false]);
  expect(listOf([1])).toEqual([1]);
  for (const value of [undefined, null, 'text', { length: 1 }]) expect(listOf(value)).toEqual([]);
});

test('numbers are finite, counts are whole and not negative', () => {
  expect([1.5, -1, 0, Infinity, Number.NaN, '1'].map(numberOf)).toEqual([1.5, -1, 0, undefined, undefined, undefined]);
  expect([1.5, -1, 0, 7, 2 ** 60, '1'].map(wholeNumberOf)).toEqual([undefined, undefined, 0, 7, undefined, undefined]);
});
