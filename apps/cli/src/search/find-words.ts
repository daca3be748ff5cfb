/** Where in a thread all the words stand together. */
import type { Item } from '@toolthread/core';
import { aroundWords, saidTexts, whoseOf, wordsPattern } from '@toolthread/core/lines';

export interface Found {
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The words with what stands around them. */
  readonly around: string;
}

/** `findWords(items, ['parser', 'upgrade'])`: each text that holds them all, however they are written. */
export function* findWords(items: Iterable<Item>, words: readonly string[]): Iterable<Found> {
  const patterns = words.map((word) => wordsPattern(word));
  for (const { source, text } of saidTexts(items)) {
    const around = aroundWords(text.normalize('NFC'), patterns);
    if (around !== undefined) yield { whose: whoseOf(source), around };
  }
}
