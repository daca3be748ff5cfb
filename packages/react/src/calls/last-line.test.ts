import { expect, test } from 'vitest';
import { lastLine } from './last-line.ts';

test.each([
  // What may begin a secret is held back with the end of its line: the words before it are not all of the line.
  ['step 1\nstep 2\nstep ', 'step 2'],
  ['step 1\nstep 2\n\n', 'step 2'],
  ['step 1\r\nstep 2\r\nstep ', 'step 2'],
  ['Fetching\n10 %\r20 %', '20 %'],
  ['Fetching\n10 %\r20 %\r', '20 %'],
  ['first words', 'first words'],
  ['\n  \nfirst words', 'first words'],
  ['\u001b[32mgreen\u001b[0m\nnext', 'green'],
  [' \n', undefined],
  ['', undefined],
])('the last line that has ended, or the first while there is no other: %j', (output, line) => {
  expect(lastLine(output)).toBe(line);
});
