import { wordsBegin } from './words-begin.ts';

const BEFORE = 40;
const AROUND = 160;

/**
 * The words with what is around them, from where one begins to read. Undefined if one of them is missing. The text is of composed letters (NFC).
 *
 * @example
 * import { wordsPattern } from '@toolthread/core/lines';
 * aroundWords('Who uses\nthe parser?', [wordsPattern('parser')]); //=> 'Who uses the parser?'
 */
export function aroundWords(text: string, patterns: readonly RegExp[]): string | undefined {
  const begin = wordsBegin(text, patterns);
  if (begin === undefined) return undefined;
  const from = Math.max(0, begin - BEFORE);
  const around = text
    .slice(from, from + AROUND)
    .replace(/\s\s*/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${around}${from + AROUND < text.length ? '…' : ''}`;
}
