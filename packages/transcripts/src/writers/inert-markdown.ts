/**
 * Foreign Markdown that stays Markdown, but causes no request, no mention and no markup of its own where it is drawn ([L7]): tags,
 * images and `@name` are parted by a zero-width space. Code is left as it is where every reader of Markdown agrees that it is code; a
 * reader that does not would find live markup there.
 */
import { visible } from '@toolthread/core/text';

const PART = '\u200b';
/** A fence at the very beginning of its line opens code for everyone; further in it depends on lists and quotes. */
const OPENING = /^(`{3,}|~{3,})[^`<@!]*$/;
const ANY_FENCE = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/;

/** `inertMarkdown('![x](http://tracker)')` asks nobody. A fence left open is closed. */
export function inertMarkdown(markdown: string): string {
  const lines = visible(markdown).split('\n');
  const written: string[] = [];
  let fence: string | undefined;
  let doubt = false;
  const spans = new LineSpans();
  for (const line of lines) {
    if (fence !== undefined) {
      written.push(line);
      if (closes(fence, line)) fence = undefined;
      continue;
    }
    const opened: string | undefined = doubt ? undefined : openedBy(line);
    doubt ||= opened === undefined && ANY_FENCE.test(line);
    fence = opened;
    written.push(opened === undefined ? spans.write(line) : line);
    if (opened !== undefined) spans.reset();
  }
  if (fence !== undefined) written.push(fence);
  return written.join('\n');
}

function openedBy(line: string): string | undefined {
  return OPENING.exec(line)?.[1];
}

function closes(fence: string, line: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

/** Code within a line: sure only while no backtick of the paragraph is left over, escaped, or in a table. */
class LineSpans {
  #sure = true;

  reset(): void {
    this.#sure = true;
  }

  write(line: string): string {
    if (line.trim() === '') this.reset();
    const pieces = this.#sure && !/\\`|\|/.test(line) ? cutAtSpans(line) : undefined;
    if (pieces === undefined) this.#sure &&= !line.includes('`');
    return (pieces ?? [line]).map((piece, index) => (index % 2 === 1 ? piece : parted(piece))).join('');
  }
}

/** Words and code spans in turn, words first; undefined if a run of backticks is left over. */
function cutAtSpans(line: string): string[] | undefined {
  const pieces: string[] = [];
  const runs = [...line.matchAll(/`+/g)];
  let from = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const open = runs[index];
    const close = runs[index + 1];
    if (open === undefined || close === undefined || close[0].length !== open[0].length) return undefined;
    const end = close.index + close[0].length;
    pieces.push(line.slice(from, open.index), line.slice(open.index, end));
    from = end;
  }
  return [...pieces, line.slice(from)];
}

function parted(words: string): string {
  return words
    .replace(/<(?=[A-Za-z/!?])/g, `<${PART}`)
    .replace(/!(?=\[)/g, `!${PART}`)
    .replace(/(?<![\w.+-])@(?=\w)/g, `@${PART}`);
}
