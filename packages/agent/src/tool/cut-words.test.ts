import { expect, it, test } from 'vitest';
import { cutWords, firstWord, lastWords, piecesWithoutLastWord, withoutLastWord } from './cut-words.ts';

test.each([
  ['one two', 7, 'one two'],
  ['one two', 2, 'one'],
  ['one two', 3, 'one'],
  ['a "pä$$w#rd\\" b', 5, 'a "pä$$w#rd\\'],
  [`${'x'.repeat(400)} y`, 10, 'x'.repeat(10)],
])('[M1] the beginning ends with a word: %j, %i', (text, most, cut) => expect(cutWords(text, most)).toBe(cut));

test.each([
  ['one two', 7, 'one two'],
  ['one two three', 7, ' three'],
  ['key="sec-ret" and', 9, '" and'],
  [`y ${'x'.repeat(400)}`, 300, 'x'.repeat(300)],
])('[M1] the end begins with a word: %j, %i', (text, most, cut) => expect(lastWords(text, most)).toBe(cut));

it('[M1] leaves out a word that may go on', () => {
  expect(['one tw', 'one ', 'two', '{"key":"sec'].map(withoutLastWord)).toEqual(['one ', 'one ', '', '{"key":"']);
  expect(firstWord('')).toBe(0);
  for (const text of ['one tw', '', `a ${'x'.repeat(255)}`, `a ${'x'.repeat(256)}`, 'long words '.repeat(90)])
    for (const length of [1, 7, 300]) {
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
        text.slice(n * length, (n + 1) * length),
      );
      expect([...piecesWithoutLastWord(pieces)].join('')).toBe(withoutLastWord(text));
    }
});
