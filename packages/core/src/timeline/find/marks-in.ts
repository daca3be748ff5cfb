import { wordsPattern } from './words-pattern.ts';

/**
 * Where the words are in a text, for whoever marks them, in order and apart from each other.
 *
 * @example
 * marksIn('the parser', ['parser']); //=> [[4, 10]]
 */
export function marksIn(text: string, words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => wordsPattern(word).source).join('|'), 'giu');
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => [index, index + match.length] as const);
}
