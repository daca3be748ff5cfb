import { oneSpaced } from './one-spaced.ts';
import { Texts } from './texts.ts';

/** Words put together as a page would show them: white space is one space, blocks are on lines of their own. */
export class TextLines {
  readonly #lines = new Texts();
  readonly #line = new Texts();
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
    if (this.#keeping === 0) {
      const spaced = oneSpaced(text, this.#line.last?.endsWith(' '));
      if (spaced !== '') this.#line.add(spaced);
      return;
    }
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line.add(text.slice(from, end));
      this.#end();
      from = end + 1;
    }
    this.#line.add(text.slice(from));
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
    const { last = '' } = this.#lines;
    if (last !== '' && last !== '\n') this.#add('');
  }

  /** Within, lines and spaces are kept. */
  pre(begins: boolean): void {
    this.#end();
    this.#keeping = Math.max(0, this.#keeping + (begins ? 1 : -1));
  }

  text(): string {
    this.#end();
    return this.#lines.take().trimEnd();
  }

  #end(): void {
    if (this.#line.last === undefined) return;
    const line = this.#line.take();
    const shown = this.#keeping > 0 ? line.trimEnd() : line.trim();
    if (shown === '' && this.#keeping === 0) return;
    this.#add(this.#mark + shown);
    this.#mark = '';
  }

  #add(line: string): void {
    this.#lines.add(this.#lines.last === undefined ? line : `\n${line}`);
  }
}
