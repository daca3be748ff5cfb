/** Text of one style. */
export interface RowSpan<Style> {
  readonly text: string;
  readonly style: Style;
}

/**
 * One row of a terminal, written and written over: `\r` and backspace go back, `K`, `J` and `G` erase and go back as far as the row
 * itself is concerned. Cost follows what is written: a row is a list of spans until something overwrites it; only then is it split into cells.
 *
 * @example
 * const row = new TerminalRow('plain');
 * row.write('10%', 'plain');
 * row.obey('\r'); //=> true
 * row.write('20%', 'plain');
 * row.spans().map(({ text }) => text).join(''); //=> '20%'
 */
export class TerminalRow<Style> {
  readonly #blank: RowSpan<Style>;
  #column = 0;
  #length = 0;
  #spans: RowSpan<Style>[] = [];
  #cells: RowSpan<Style>[] | undefined;

  /** `plain` is the style of cells that nothing was written to. */
  constructor(plain: Style) {
    this.#blank = { text: ' ', style: plain };
  }

  write(text: string, style: Style): void {
    if (text === '') return;
    if (this.#cells === undefined && this.#column === this.#length) {
      this.#spans.push({ text, style });
      this.#length += text.length;
      this.#column = this.#length;
      return;
    }
    const cells = this.#split();
    for (const character of text) {
      while (cells.length < this.#column) cells.push(this.#blank);
      cells[this.#column] = { text: character, style };
      this.#column += 1;
    }
  }

  /** Obeys a piece of `terminalPieces` if it moves or erases within the row; false if it does not. */
  obey(piece: string): boolean {
    switch (piece.replace('\u001b[', '\u009b')) {
      case '\r':
      case '\u009bG':
      case '\u009b1G':
        this.#column = 0;
        return true;
      case '\b':
        this.#split();
        this.#column = Math.max(0, this.#column - 1);
        return true;
      case '\u009bK':
      case '\u009b0K':
      case '\u009bJ':
      case '\u009b0J':
        this.#eraseRest(this.#split());
        return true;
      case '\u009b2K':
        this.#split().length = 0;
        return true;
      default:
        return false;
    }
  }

  /** Neighbours of one style are one span. */
  spans(): readonly RowSpan<Style>[] {
    if (this.#cells === undefined) return this.#spans;
    const spans: { text: string; style: Style }[] = [];
    for (const cell of this.#cells) {
      const last = spans.at(-1);
      if (last !== undefined && last.style === cell.style) last.text += cell.text;
      else spans.push({ ...cell });
    }
    return spans;
  }

  #eraseRest(cells: RowSpan<Style>[]): void {
    cells.length = Math.min(cells.length, this.#column);
  }

  #split(): RowSpan<Style>[] {
    if (this.#cells !== undefined) return this.#cells;
    const cells: RowSpan<Style>[] = [];
    for (const span of this.#spans) for (const text of span.text) cells.push({ text, style: span.style });
    // Columns count characters from here on.
    this.#column = this.#column === this.#length ? cells.length : this.#column;
    this.#cells = cells;
    return cells;
  }
}
