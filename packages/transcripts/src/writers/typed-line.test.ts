import { expect, test } from 'vitest';
import { typedLine } from './typed-line.ts';

test('words with spaces in them stay together', () => {
  expect(typedLine('ask @team or `a b`c now')).toBe('ask `@team` or `a b`c now');
  expect(typedLine('see [the page](x y)! and *some words* there')).toBe(
    'see `[the page](x y)`! and `*some words*` there',
  );
});

test('a word may be as long as it likes', () => {
  for (const word of ['x'.repeat(10_000_000), 'é'.repeat(1_000_000)]) expect(typedLine(word) === word).toBe(true);
});
