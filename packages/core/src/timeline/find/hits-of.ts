import { composed } from '../../text/composed.ts';
import type { Item } from '../item.ts';
import { saidTexts } from './said-texts.ts';
import { wordsBegin } from './words-begin.ts';
import { wordsPattern } from './words-pattern.ts';

/** A place in a thread where the words are. */
export interface Hit {
  /** The item of the outermost list that it is in. */
  readonly index: number;
  /** The item or entry that says it. */
  readonly key: string;
  /** Which of those that this item or entry has, from 0. Of several phrases it has one: where they begin. */
  readonly nth: number;
}

/** The most hits: nobody steps through more. */
const MOST = 10_000;

/** Marks of Markdown are between letters, and are not drawn. */
const MARKS = /[*_`~][*_`~]*/g;

/**
 * Where phrases are in a thread: all of it, not only what is drawn. Of several, all are in one text, as a search of all threads finds them. A
 * pause comes after each item of the outermost list, and whoever looks in a long thread lets others go on there.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * [...hitsOf(timeline(exampleThread).items, ['linter'])].filter((hit) => hit !== undefined); //=> [{ index: 2, key: '2', nth: 0 }]
 */
export function* hitsOf(items: Iterable<Item>, phrases: readonly string[]): Iterable<Hit | undefined> {
  const sought = phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');
  if (sought.length === 0) return;
  const patterns = sought.map((phrase) => wordsPattern(phrase, 'giu'));
  let [index, found] = [0, 0];
  for (const item of items) {
    for (const { source, text } of saidTexts([item])) {
      const count = countIn(text, patterns);
      for (let nth = 0; nth < count; nth += 1) {
        yield { index, key: source.key, nth };
        found += 1;
        if (found === MOST) return;
      }
    }
    yield undefined;
    index += 1;
  }
}

function countIn(said: string, patterns: readonly RegExp[]): number {
  const text = composed(said);
  const [only] = patterns;
  if (only !== undefined && patterns.length === 1)
    return text.match(only)?.length ?? text.replace(MARKS, '').match(only)?.length ?? 0;
  const hasAll = [text, text.replace(MARKS, '')].some((each) => wordsBegin(each, patterns) !== undefined);
  return hasAll ? 1 : 0;
}
