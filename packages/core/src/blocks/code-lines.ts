/**
 * Which lines of a Markdown text are code: fenced with ``` or ~~~, or indented. A block in code is an example, not a call.
 *
 * It leans towards code where Markdown itself depends on lists and quotes: a fence counts at any indentation.
 */
interface Fence {
  readonly mark: string;
  readonly length: number;
}

const OPENING = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t]*)?(`{3}`*|~{3}~*)/y;
const CLOSING = /[ \t>]*(`{3}`*|~{3}~*)[ \t\r]*(?=\n|$)/y;
const INDENTED = / {4}| {0,3}\t/y;
const BLANK = /[ \t\r]*(?=\n|$)/y;

/** Reads a text line by line, in order. A new reader is where a block or the text begins. */
export class CodeLines {
  #fence: Fence | undefined;
  /** Indented lines are code after a blank line or after code; after words they belong to the paragraph. */
  #after: 'blank' | 'code' | 'words' = 'blank';

  /** The mark that would close the fence that is open, if one is. */
  get openFence(): string | undefined {
    return this.#fence?.mark;
  }

  /** Reads the line from `start` to `end`, its newline excluded: is it code? */
  isCode(text: string, start: number, end: number): boolean {
    if (this.#fence !== undefined) {
      if (closes(this.#fence, text, start)) this.#fence = undefined;
      this.#after = 'blank';
      return true;
    }
    this.#fence = openedBy(text, start, end);
    if (this.#fence !== undefined) return true;
    if (matches(BLANK, text, start)) {
      if (this.#after === 'words') this.#after = 'blank';
      return false;
    }
    const indented = this.#after !== 'words' && matches(INDENTED, text, start);
    this.#after = indented ? 'code' : 'words';
    return indented;
  }

  /** The rest of a line whose beginning was a block is words. */
  readWords(): void {
    this.#after = 'words';
  }
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function openedBy(text: string, start: number, end: number): Fence | undefined {
  OPENING.lastIndex = start;
  const mark = OPENING.exec(text)?.[1];
  if (mark === undefined) return undefined;
  // "```a```" is inline code: after the mark of a backtick fence no other backtick is on its line.
  const other = mark.startsWith('`') ? text.indexOf('`', OPENING.lastIndex) : -1;
  return other !== -1 && other < end ? undefined : { mark, length: mark.length };
}

function closes(fence: Fence, text: string, start: number): boolean {
  CLOSING.lastIndex = start;
  const mark = CLOSING.exec(text)?.[1];
  return mark !== undefined && mark.length >= fence.length && mark[0] === fence.mark[0];
}
