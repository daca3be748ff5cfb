/** Where in a thread all the words are together. */
import type { AskedSearch, SaidFacts } from '@toolthread/core/lines';
import { aroundWords, lowered, namesOfKind, wordsPattern } from '@toolthread/core/lines';
import type { SessionText } from './session-texts.ts';

export interface Found {
  /** Who or what says it: `you`, `answer`, the name of a tool. */
  readonly whose: string;
  /** Where a rewind took it back: the last event of the version that has it. */
  readonly version?: number;
  /** The words with what is around them. */
  readonly around: string;
}

/** `findWords(sessionTexts(piece), { words: ['parser', 'upgrade'] })`: each text that holds them all, however they are written, and of which the rest is true. */
export function* findWords(texts: Iterable<SessionText>, asked: AskedSearch): Iterable<Found> {
  const patterns = asked.words.map((word) => wordsPattern(word));
  for (const said of texts) {
    if (!isMeant(said, asked)) continue;
    const { whose, version, text } = said;
    const around = aroundWords(text, patterns);
    if (around !== undefined) yield { whose, ...(version === undefined ? {} : { version }), around };
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
