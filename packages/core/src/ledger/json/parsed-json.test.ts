import { expect, test } from 'vitest';
import { parsedJson } from './parsed-json.ts';

test('what is no JSON is undefined, and falsy values are values', () => {
  expect(['0', 'false', '""', 'null'].map(parsedJson)).toEqual([0, false, '', null]);
  expect(['', '{', 'undefined', "{'a':1}"].map(parsedJson)).toEqual([undefined, undefined, undefined, undefined]);
});
