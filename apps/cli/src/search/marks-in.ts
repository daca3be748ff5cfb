import { wordsPattern } from '@toolthread/core/lines';

/** Where the words stand in a text, for whoever marks them: `[[4, 10]]`, in order and apart from each other. */
export function marksIn(text: string, words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const pattern = new RegExp(words.map((word) => wordsPattern(word).source).join('|'), 'giu');
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => [index, index + match.length] as const);
}
