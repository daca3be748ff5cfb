import { expect, test } from 'vitest';
import { saysAll, saysNumbers } from './says-all.ts';

test.each<[string, string, boolean]>([
  ['Look\naround', '# **Look** _around_', true],
  ['Look\nthen write', '1. Look\n   2) then\n- [x] write', true],
  ['sh\nCopy\nls -l', '```sh\nls -l\n```', true],
  ['Look', 'Look\n\n[a]: b "and remove"', false],
  ['remove Look', 'Look, and remove', false],
  ['Look\nLook', 'Look Look Look', false],
  ['look at', 'look at 7. then', false],
  ['', '***', true],
  ['Look', 'Look\n\n[.]: <.> ":(){ :|:& };:"', false],
  ['Look: $x & (y), 50%!', 'Look: **$x** & (y), 50%!', true],
  ['a b c d', '| a | b |\n|:--|--:|\n| c | d |', true],
  ['Look', '| Look |\n|:-:|', true],
])('%j says all of %j: %s', (drawn, written, says) => {
  expect(saysAll(drawn, written)).toBe(says);
});

test.each<[readonly number[], string, boolean]>([
  [[], 'Look', true],
  [[1, 2, 3], '1. Look\n2. Write\n3. Test', true],
  [[7, 8], '7) Look\n8) Write', true],
  [[1, 1, 2, 2], '1. Look\n   1. here\n   2. there\n2. Write', true],
  [[1, 2], '> 1. Look\n> 2.', true],
  [[1, 2, 3], '1. Look\n1. Write\n1. Test', false],
  [[1, 2], '1. Look\n9. Skip step 2', false],
  [[1], '1. Look', true],
  [[1], '1. Look\n\n```\n2. no item\n```', false],
  [[3], '- 3. Look', false],
])('numbers %j are those of %j: %s', (drawn, written, says) => {
  expect(saysNumbers(drawn, written)).toBe(says);
});
