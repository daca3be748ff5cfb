import { CodeLines } from '../code-lines.ts';

/** Goes through a text once, from mark to mark, and knows at each place whether it is in code: a mark in code is an example. */
export class ProseScan {
  readonly #text: string;
  #lines = new CodeLines();
  #line = 0;
  #lineEnd: number;
  /** Of the line that begins at `#line`, once it was read. */
  #code: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = this.#endOfLine(0);
  }

  /** Places must be asked for in order. */
  isCodeAt(at: number): boolean {
    while (this.#lineEnd < at) {
      if (this.#code === undefined) this.#lines.isCode(this.#text, this.#line, this.#lineEnd);
      this.#code = undefined;
      this.#line = this.#lineEnd + 1;
      this.#lineEnd = this.#endOfLine(this.#line);
    }
    this.#code ??= this.#lines.isCode(this.#text, this.#line, this.#lineEnd);
    return this.#code;
  }

  /** A mark was taken up to here: what follows is read as if the text began there. */
  continueAt(end: number): void {
    this.#lines = new CodeLines();
    this.#line = end;
    this.#lineEnd = this.#endOfLine(end);
    this.#code = undefined;
    if (end > 0 && this.#text[end - 1] !== '\n' && this.#lineEnd > end) {
      this.#lines.readWords();
      this.#code = false;
    }
  }

  #endOfLine(from: number): number {
    const newline = this.#text.indexOf('\n', from);
    return newline === -1 ? this.#text.length : newline;
  }
}
