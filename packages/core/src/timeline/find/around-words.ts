const BEFORE = 40;
const AROUND = 160;

/**
 * The words with what stands around them. Undefined where one of them is missing. The text is of composed letters (NFC).
 *
 * @example
 * import { wordsPattern } from '@toolthread/core/lines';
 * aroundWords('Who uses\nthe parser?', [wordsPattern('parser')]); //=> 'Who uses the parser?'
 */
export function aroundWords(text: string, patterns: readonly RegExp[]): string | undefined {
  const places = patterns.map((pattern) => text.search(pattern));
  const [first = 0] = places;
  if (places.includes(-1)) return undefined;
  const from = Math.max(0, first - BEFORE);
  const around = text
    .slice(from, from + AROUND)
    .replace(/\s\s*/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${around}${from + AROUND < text.length ? '…' : ''}`;
}
