import { expect, test } from 'vitest';
import { thrownWords } from './thrown-words.ts';

test.each<[thrown: unknown, words: string]>([
  [new Error('the disk is full'), 'the disk is full'],
  ['no room', 'no room'],
  [{ message: 'from another realm' }, 'from another realm'],
  [{ error: new Error('inside') }, 'inside'],
  [42, '42'],
])('what was thrown is told in its own words: %o', (thrown, words) => {
  expect(thrownWords(thrown)).toBe(words);
});

test('there are always words: an error without a message has its name, and what cannot be written as text is no second fault', () => {
  expect(thrownWords(new AggregateError([new Error('refused')]))).toBe('AggregateError');
  for (const thrown of [undefined, null, Object.create(null), {}, Symbol('x')])
    expect(thrownWords(thrown)).toBe('no reason was given');
});
