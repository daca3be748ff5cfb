import { Matcher } from './automaton.ts';
import type { Automaton } from './automaton.ts';

/** A secret from here to there. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** This much may be between two characters of a code: an indent, a comma, a few quotes. */
const LONGEST_GAP = 24;

/** Finds words whose characters may be a little apart. */
export class GapMatcher extends Matcher {
  readonly #found: (span: Span) => void;
  /** How many characters are between the last one of a word and here. */
  gap = 0;

  constructor(automaton: Automaton, found: (span: Span) => void) {
    super(automaton);
    this.#found = found;
  }

  override goOnFrom(other: GapMatcher): void {
    super.goOnFrom(other);
    this.gap = other.gap;
  }

  /** A character of a word, and where in the text it is. */
  take(code: number, start: number, end: number): void {
    this.gap = 0;
    const from = this.step(code, start);
    if (from >= 0) this.#found({ start: from, end });
  }

  /** A character of no word: after it the word goes on, or it is over. */
  pass(goesOn: boolean): void {
    if (this.isIdle) return;
    this.gap += 1;
    if (!goesOn || this.gap > LONGEST_GAP) this.reset();
  }
}
