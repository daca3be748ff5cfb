import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aroundWords } from './around-words.ts';
import { wordsBegin } from './words-begin.ts';
import { wordsPattern } from './words-pattern.ts';

const patternsOf = (words: readonly string[]): RegExp[] => words.map((word) => wordsPattern(word));
const begin = (text: string, ...words: string[]): string | undefined => {
  const at = wordsBegin(text, patternsOf(words));
  return at === undefined ? undefined : text.slice(at, at + 12);
};
const far = ' and so on'.repeat(40);

test('one begins to read where the words stand together, whichever of them is first', () => {
  const text = `the lexer${far} the parser of the lexer${far} a parser`;
  expect(begin(text, 'the', 'parser')).toBe('the parser o');
  expect(begin(text, 'parser', 'the')).toBe('the parser o');
});

test('where they stand apart, one begins at the rarest', () => {
  const text = `the lexer, the rules${far}${far} the grammar${far} okapi${far} the end`;
  expect(begin(text, 'the', 'okapi')).toBe('okapi and so');
  expect(begin(text, 'the', 'grammar', 'okapi')).toBe('grammar and ');
});

test('one word begins where it stands first; a word that is missing, nowhere', () => {
  expect(begin('a parser, the parser', 'parser')).toBe('parser, the ');
  expect(begin('a parser', 'parser', 'okapi')).toBe(undefined);
  expect(begin('a parser', 'okapi')).toBe(undefined);
});

test('what is shown around the words has both, where they stand together', () => {
  const text = `the lexer${far} the parser fails${far}`;
  expect(aroundWords(text, patternsOf(['the', 'fails']))).toContain('the parser fails');
});

test('no three words stand nearer to each other than where one begins, or apart', () => {
  const word = fc.constantFrom<string>('one', 'two', 'six', 'x');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (said) => {
      const text = said.join(' ');
      const at = wordsBegin(text, patternsOf(['one', 'two', 'six']));
      expect(at !== undefined).toBe(['one', 'two', 'six'].every((each) => said.includes(each)));
      if (at === undefined) return;
      const widths = Array.from(text, (_, from) => widthFrom(text, from)).filter((width) => width <= 120);
      if (widths.length > 0) expect(widthFrom(text, at)).toBe(Math.min(...widths));
    }),
  );
});

/** From this letter to the last of the three words that are first after it. */
function widthFrom(text: string, from: number): number {
  const places = ['one', 'two', 'six'].map((word) => text.indexOf(word, from));
  return places.includes(-1) ? Infinity : Math.max(...places) - from;
}
