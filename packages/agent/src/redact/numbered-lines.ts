import { Lane } from './lane.ts';
import type { Span } from './gap-matcher.ts';
import type { SecretForms } from './secret-forms.ts';

const NEWLINE = 10;

/** A number, and what sets it apart; or the mark of a quotation, a list or a diff. */
const NUMBERED = /^[ \t]{0,16}(?:\d{1,9} ?[\t:|│→).]|[>+*#-])$/;
/** `less -N` sets it apart by a blank, and begins with some: the next character is of the line. */
const INDENTED = /^[ \t]{4,16}\d{1,9} [^]$/;
const BEGUN = /^[ \t]{0,16}\d{0,9} ?$/;

/** A text without the numbers or marks before its lines (`cat -n`, `grep -n`, `diff`): a secret that goes over several lines has them between its letters. */
export class NumberedLines {
  readonly #lane: Lane;
  /** What may be a number. */
  #begun = '';
  #is: 'begun' | 'numbered' | 'other' = 'begun';

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#lane = new Lane(forms, found);
  }

  /** Where the first unfinished secret begins; `Infinity` if there is none. */
  get from(): number {
    return this.#lane.from;
  }

  take(code: number, at: number): void {
    if (code === NEWLINE) this.#endLine(at);
    else if (this.#is === 'numbered') this.#lane.take(code, at, at + 1);
    else if (this.#is === 'begun') this.#begin(code, at);
  }

  /** The text ends here. */
  end(at: number): void {
    this.#lane.end(at);
    this.reset();
  }

  reset(): void {
    this.#lane.reset();
    this.#begun = '';
    this.#is = 'begun';
  }

  #begin(code: number, at: number): void {
    this.#begun += String.fromCharCode(code);
    if (BEGUN.test(this.#begun)) return;
    const isNumbered = NUMBERED.test(this.#begun);
    const isIndented = !isNumbered && INDENTED.test(this.#begun);
    this.#is = isNumbered || isIndented ? 'numbered' : 'other';
    // Over another line nothing goes on.
    if (this.#is === 'other') this.#lane.reset();
    if (isIndented) this.#lane.take(code, at, at + 1);
  }

  #endLine(at: number): void {
    if (this.#is === 'numbered') this.#lane.take(NEWLINE, at, at + 1);
    else this.#lane.reset();
    this.#begun = '';
    this.#is = 'begun';
  }
}
