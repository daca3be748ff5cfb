import { DUMP_WAYS, dumpLine, judgeLine } from './dump-line.ts';
import type { LineJudgement } from './dump-line.ts';
import { GapMatcher } from './gap-matcher.ts';
import type { Span } from './gap-matcher.ts';
import { isBetweenLetters } from './is-between-letters.ts';
import type { SecretForms } from './secrets/secret-forms.ts';
import { smallLetter, usualLetter } from './usual-letter.ts';

const NEWLINE = 10;

/** The bytes that dumps print, line by line: a secret that goes over several lines has addresses, and letters, between its bytes. */
export class DumpLines {
  /** One for each way to read a line. */
  readonly #ways: readonly GapMatcher[];
  /** The line so far, while it may be one. */
  #line = '';
  #start = 0;
  #is: LineJudgement = 'begun';

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#ways = Array.from({ length: DUMP_WAYS }, () => new GapMatcher(forms.plain, found));
  }

  /** Where the first unfinished secret begins, or a line that may be a dump; `Infinity` if there is none. */
  get from(): number {
    let first = this.#line === '' ? Infinity : this.#start;
    for (const { from } of this.#ways) first = Math.min(first, from);
    return first;
  }

  take(code: number, at: number): void {
    if (code === NEWLINE) return this.#endLine();
    if (this.#is === 'other') return;
    if (this.#line === '') this.#start = at;
    this.#line += String.fromCharCode(code);
    this.#is = judgeLine(this.#line, this.#is);
    if (this.#is !== 'other') return;
    this.reset();
    this.#is = 'other';
  }

  /** The text ends here. */
  end(): void {
    this.#endLine();
    this.reset();
  }

  reset(): void {
    for (const way of this.#ways) way.reset();
    this.#line = '';
    this.#is = 'begun';
  }

  #endLine(): void {
    const read = dumpLine(this.#line.replace(/\r$/, ''));
    const end = this.#start + this.#line.length;
    for (const [n, way] of this.#ways.entries()) {
      // A line counts as one that is between: lines without a byte go on for a while only.
      way.pass(read !== undefined);
      for (const { code, start } of read?.[n] ?? []) {
        // Letters of two or four bytes are mostly zeros.
        if (code === 0 || isBetweenLetters(code)) continue;
        // The letters beside the bytes go with them.
        way.take(smallLetter(usualLetter(code)), this.#start + start, end);
      }
    }
    this.#line = '';
    this.#is = 'begun';
  }
}
