/** Where in a thread all the words stand together. */
import type { Item } from '@toolthread/core';
import type { AskedSearch, SaidFacts } from '@toolthread/core/lines';
import { aroundWords, factsOf, lowered, namesOfKind, saidTexts, whoseOf, wordsPattern } from '@toolthread/core/lines';

export interface Found {
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** The words with what stands around them. */
  readonly around: string;
}

/** `findWords(items, { words: ['parser', 'upgrade'] })`: each text that holds them all, however they are written, and of which the rest is true. */
export function* findWords(items: Iterable<Item>, asked: AskedSearch): Iterable<Found> {
  const patterns = asked.words.map((word) => wordsPattern(word));
  for (const { source, text } of saidTexts(items)) {
    if (!isMeant(factsOf(source), asked)) continue;
    const around = aroundWords(text.normalize('NFC'), patterns);
    if (around !== undefined) yield { whose: whoseOf(source), around };
  }
}

function isMeant(facts: SaidFacts, { tool, outcome, author }: AskedSearch): boolean {
  return isTool(facts.tool, tool) && hasPart(facts.author, author) && (outcome ?? facts.outcome) === facts.outcome;
}

/** By a part of its name, or by what it does. */
function isTool(name: string | undefined, asked: string | undefined): boolean {
  return hasPart(name, asked) || namesOfKind(asked ?? '').some((known) => known === name);
}

/** Whatever it is, where no part is asked for. */
export function hasPart(name: string | undefined, part: string | undefined): boolean {
  return part === undefined || (name !== undefined && lowered(name).includes(lowered(part)));
}
