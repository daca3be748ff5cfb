/** Words put together as a page would show them: white space is one space, blocks are on lines of their own. */
export class TextLines {
  readonly #lines: string[] = [];
  #line: string[] = [];
  #units = 0;
  #mark = '';
  #keeping = 0;

  /** How much has been said, to tell whether anything has been said since. */
  get length(): number {
    return this.#units;
  }

  words(text: string): void {
    if (text === '') return;
    if (text.trim() !== '') this.#units += text.length;
    if (this.#keeping === 0) this.#line.push(text.replace(/\s\s*/g, ' '));
    else {
      const [first = '', ...rest] = text.split('\n');
      this.#line.push(first);
      for (const next of rest) {
        this.#end();
        this.#line.push(next);
      }
    }
  }

  /** Begins a line. Its mark is written with the first text of the line. */
  begin(mark: string): void {
    this.#end();
    if (mark !== '') this.#mark = mark;
  }

  end(): void {
    this.#end();
    this.#mark = '';
  }

  /** An empty line, if something is above and none is there. */
  gap(): void {
    this.#end();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** Within, lines and spaces are kept. */
  pre(begins: boolean): void {
    this.#end();
    this.#keeping = Math.max(0, this.#keeping + (begins ? 1 : -1));
  }

  text(): string {
    this.#end();
    return this.#lines.join('\n').trimEnd();
  }

  #end(): void {
    if (this.#line.length === 0) return;
    const line = this.#line.join('');
    this.#line = [];
    const shown = this.#keeping > 0 ? line.trimEnd() : line.replace(/ {2} */g, ' ').trim();
    if (shown === '' && this.#keeping === 0) return;
    this.#lines.push(this.#mark + shown);
    this.#mark = '';
  }
}
