import { expect, test } from 'vitest';
import { isWord } from './use-typed-words.ts';

test.each(['w', 'no', 'No', 'add', 'ad', 'je', '2 f', 'é', '你', 'a m'])('%j begins a message', (typed) =>
  expect(isWord(typed)).toBe(true),
);

test.each(['n', 'N', 'j', 'jjk', '12', '[[', ' ', 'a', 'a ', '?', ''])('%j is a key, and no message', (typed) =>
  expect(isWord(typed)).toBe(false),
);
