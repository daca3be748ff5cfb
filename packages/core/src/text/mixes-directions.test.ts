import { expect, test } from 'vitest';
import { proposalLines } from '../timeline/lines/request/proposal-lines.ts';
import { mixesDirections } from './mixes-directions.ts';

test.each([
  ['rm \u05d0/b', true],
  ['first\nrm -rf ~/\u0627 ; x', true],
  ['\u05d0 1', true],
  ['a\u200fb', false],
  ['\u0627\u0644\u0644\u063a\u0629 / \u05d0', false],
  ['\u05d0\nrm b', false],
  ['Größe 7: naïve', false],
  ['man \u{1f468}\u200d\u{1f469}', false],
])('%j has letters of both directions on a line: %s', (text, mixes) => {
  expect(mixesDirections(text)).toBe(mixes);
  const told = proposalLines(JSON.stringify({ command: text }))
    .join('\n')
    .includes('read from the right');
  expect(told).toBe(mixes);
});

test('a long line is looked at once', () => {
  expect(mixesDirections('a\u200d '.repeat(400_000))).toBe(false);
});
