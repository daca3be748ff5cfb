/**
 * Foreign Markdown that stays Markdown, but causes no request, no mention and no markup of its own where it is drawn ([L7]). Every word
 * stays as it was: a paragraph with a tag, an image or an `@name` outside of code is drawn as code, in a fence that nothing in it closes.
 * Code is code only where every reader of Markdown agrees that it is; a reader that does not would find live markup there.
 */
import { visible } from '@toolthread/core/text';
import { codeBlock, codeSpan } from './code-span.ts';

const ACTS = /<(?=[A-Za-z/!?])|!(?=\[)|(?<![\w.+-])@(?=\w)/;
/** A fence at the very beginning of its line opens code for everyone; further in it depends on lists and quotes. */
const OPENING = /^(`{3,}|~{3,})[^`<@!]*$/;
const ANY_FENCE = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/;

/** `inertMarkdown('![x](http://tracker)')` asks nobody. A fence left open is closed. */
export function inertMarkdown(markdown: string): string {
  const lines = visible(markdown).split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfBlock(lines, at);
    const block = lines.slice(at, end);
    const opened = openedBy(block[0] ?? '');
    if (opened === undefined && block.some((line) => ANY_FENCE.test(line)) && lines.slice(at).some(mayAct)) {
      // Nobody knows what is code from here on.
      written.push(codeBlock(lines.slice(at).join('\n')));
      break;
    }
    if (opened !== undefined) written.push(fencedAnew(opened, block));
    else written.push(acts(block) ? codeBlock(block.join('\n')) : block.join('\n'));
    at = end;
  }
  return written.join('\n');
}

/** Readers disagree on tabs and spaces around a fence, and on what closes it: ours is longer than any inside. */
function fencedAnew(fence: string, block: readonly string[]): string {
  const isClosed = block.length > 1 && closes(fence, block.at(-1) ?? '');
  const inside = block.slice(1, isClosed ? -1 : undefined);
  const language = (block[0] ?? '').slice(fence.length).trim();
  return codeBlock(inside.join('\n'), language);
}

/** The same of words on one line. */
export function inertLine(words: string): string {
  return ACTS.test(words) || words.includes('`') ? codeSpan(words) : visible(words);
}

/** Blocks are fenced code, blank lines, and what stands between these. */
function endOfBlock(lines: readonly string[], from: number): number {
  const first = lines[from] ?? '';
  const fence = openedBy(first);
  const isOver = (line: string): boolean =>
    fence === undefined ? isBlank(line) !== isBlank(first) || openedBy(line) !== undefined : closes(fence, line);
  const next = lines.findIndex((line, index) => index > from && isOver(line));
  return next === -1 ? lines.length : fence === undefined ? next : next + 1;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function openedBy(line: string): string | undefined {
  return OPENING.exec(line)?.[1];
}

function closes(fence: string, line: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

function mayAct(line: string): boolean {
  return ACTS.test(line);
}

/** Code within a line is sure only while no backtick of the paragraph is left over, escaped, or in a table. */
function acts(block: readonly string[]): boolean {
  let sure = true;
  return block.some((line) => {
    const words = sure && !/\\`|\|/.test(line) ? withoutSpans(line) : undefined;
    if (words === undefined) sure &&= !line.includes('`');
    return mayAct(words ?? line);
  });
}

/** The words beside its code; undefined if a run of backticks is left over. */
function withoutSpans(line: string): string | undefined {
  const pieces: string[] = [];
  const runs = [...line.matchAll(/`+/g)];
  let from = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const open = runs[index];
    const close = runs[index + 1];
    if (open === undefined || close === undefined || close[0].length !== open[0].length) return undefined;
    pieces.push(line.slice(from, open.index));
    from = close.index + close[0].length;
  }
  return [...pieces, line.slice(from)].join('`');
}
