import { Reading } from './as-read.ts';
import { Lane } from './lane.ts';
import type { Span } from './gap-matcher.ts';
import type { SecretForms } from './secrets/secret-forms.ts';

const BACK = 8;
const NEWLINE = 10;
const UNDERLINE = 95;

/** Whoever goes back further writes something else, and what may still be written over is held back. */
const FURTHEST_BACK = 3;

interface Cell {
  code: number;
  start: number;
  end: number;
}

/**
 * One more way to read a line that goes back in itself, or has letters that nobody sees: as on paper, letters that are struck over each other are one (`k␈k` is a bold k,
 * `_␈k` an underlined one), and hidden letters are letters.
 */
export class LaidOver {
  readonly #lane: Lane;
  #reading: Reading | undefined;
  readonly #cells: Cell[] = [];
  #column = 0;
  /** What is before it may have been shown. */
  #least = 0;

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#lane = new Lane(forms, ({ start, end }) => {
      if (end > this.#least) found({ start: Math.max(start, this.#least), end });
    });
  }

  get isOn(): boolean {
    return this.#reading !== undefined;
  }

  /** Nothing is begun and not ended. */
  get isIdle(): boolean {
    return this.#reading?.isIdle !== false && this.from === Infinity;
  }

  /** Where the first unfinished secret begins, or what may still be written over; `Infinity` if there is neither. */
  get from(): number {
    return Math.min(this.#lane.from, this.#cells[0]?.start ?? Infinity, this.#reading?.from ?? Infinity);
  }

  /** `text` is where it may have begun, and stands there in the whole. What is found is marked from `least` on. */
  begin(text: string, at: number, least: number): void {
    this.#least = least;
    this.#reading = new Reading((code, start, end) => this.#lay(code, start, end));
    for (let n = 0; n < text.length; n += 1) this.take(text.charCodeAt(n), at + n);
  }

  take(code: number, at: number): void {
    this.#reading?.read(code, at, this.#toCells);
  }

  end(at: number): void {
    this.#reading?.end(this.#toCells);
    this.#flush(0);
    this.#lane.end(at);
    this.reset();
  }

  reset(): void {
    this.#reading = undefined;
    this.#cells.length = 0;
    this.#column = 0;
    this.#lane.reset();
  }

  readonly #toCells = (code: number, start: number, end: number): void => {
    if (code === NEWLINE) this.#flush(0);
    const under = this.#cells[this.#column];
    if (under === undefined) this.#cells.push({ code, start, end });
    else this.#cells[this.#column] = { code: code === UNDERLINE ? under.code : code, start: under.start, end };
    this.#column += 1;
    if (code === NEWLINE) this.#flush(0);
    else if (this.#cells.length > FURTHEST_BACK) this.#flush(FURTHEST_BACK);
  };

  #lay(code: number, start: number, end: number): void {
    if (code === BACK) this.#column = Math.max(0, this.#column - 1);
    else this.#toCells(code, start, end);
  }

  #flush(left: number): void {
    for (const { code, start, end } of this.#cells.splice(0, this.#cells.length - left))
      this.#lane.take(code, start, end);
    this.#column = Math.max(0, this.#column - (left === 0 ? this.#column : 1));
  }
}
