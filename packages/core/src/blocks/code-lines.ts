import { type CodeFence, fenceCloses, fenceOpened } from '../text/code-fence.ts';

/**
 * Which lines of a Markdown text are code: fenced with ``` or ~~~, or indented. A block in code is an example, not a call.
 *
 * It leans towards code where Markdown itself depends on lists and quotes: a fence counts at any indentation.
 */
const INDENTED = / {4}| {0,3}\t/y;
const BLANK = /[ \t\r]*(?=\n|$)/y;

/** Reads a text line by line, in order. A new reader is where a block or the text begins. */
export class CodeLines {
  #fence: CodeFence | undefined;
  /** Indented lines are code after a blank line or after code; after words they belong to the paragraph. */
  #after: 'blank' | 'code' | 'words' = 'blank';

  /** The mark that would close the fence that is open, if one is. */
  get openFence(): string | undefined {
    return this.#fence?.mark;
  }

  /** Reads the line from `start` to `end`, its newline excluded: is it code? */
  isCode(text: string, start: number, end: number): boolean {
    if (this.#fence !== undefined) {
      if (fenceCloses(this.#fence, text, start)) this.#fence = undefined;
      this.#after = 'blank';
      return true;
    }
    this.#fence = fenceOpened(text, start, end);
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
