/**
 * Foreign Markdown that stays Markdown, but causes no request, no mention and no markup of its own where it is drawn ([L7]). Every word
 * stays as it was: a paragraph with a tag, an image or an `@name` outside of code is drawn as code, in a fence that nothing in it closes.
 * Code is code only where every reader of Markdown agrees that it is; a reader that does not would find live markup there.
 */
import { visible } from '@toolthread/core/text';
import { codeBlock, codeSpan } from './code-span.ts';

const ACTS = /<(?=[A-Za-z/!?])|!(?=\[)|(?<![\w.+-])@(?=\w)/;
/** What may stand before a fence that is in a list or a quote, the fence, and the name of its language. */
const FENCE = /^([\s>*+\-\d.)]*)(`{3,}|~{3,})(.*)$/;

interface Fence {
  /** Readers disagree on what belongs to a list or a quote; at the very beginning of its line a fence opens code for everyone. */
  readonly before: string;
  readonly marks: string;
  readonly language: string;
}

/** `inertMarkdown('![x](http://tracker)')` asks nobody. A fence left open is closed. */
export function inertMarkdown(markdown: string): string {
  const lines = visible(markdown).split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfBlock(lines, at);
    const block = lines.slice(at, end);
    const fence = openedBy(block[0] ?? '');
    if (fence !== undefined) written.push(fenced(fence, block));
    else written.push(acts(block) ? codeBlock(block.join('\n')) : block.join('\n'));
    at = end;
  }
  return written.join('\n');
}

/** Readers disagree on tabs and spaces around a fence, and on what closes it: ours begins its line, and is longer than any inside. */
function fenced(fence: Fence, block: readonly string[]): string {
  if (fence.before !== '' && !block.some(mayAct) && isTidy(fence, block)) return block.join('\n');
  // What stands before or behind its marks is not lost.
  if (fence.before.trim() !== '' || mayAct(fence.language)) return codeBlock(block.join('\n'));
  const isClosed = block.length > 1 && closes(fence, block.at(-1) ?? '');
  const inside = block.slice(1, isClosed ? -1 : undefined);
  return codeBlock(inside.join('\n'), fence.language.trim());
}

/** Whoever takes the first line for a fence takes the last one for its end, and whoever does not takes neither. */
function isTidy({ before, marks }: Fence, block: readonly string[]): boolean {
  const indent = ' '.repeat(before.length);
  const [, ...inside] = block;
  const last = inside.pop();
  const isInside = (line: string): boolean => isBlank(line) || (line.startsWith(indent) && !FENCE.test(line));
  return /^ *(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/.test(before) && last === indent + marks && inside.every(isInside);
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
  let next = from + 1;
  while (next < lines.length && !isOver(lines[next] ?? '')) next += 1;
  return fence === undefined ? next : Math.min(next + 1, lines.length);
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function openedBy(line: string): Fence | undefined {
  const [, before = '', marks = '', language = ''] = FENCE.exec(line) ?? [];
  return marks === '' || language.includes('`') ? undefined : { before, marks, language };
}

/** A fence at the beginning of its line is closed there; one further in, wherever it may be. */
function closes({ before, marks }: Fence, line: string): boolean {
  const closing = FENCE.exec(before === '' ? line.replace(/^ {0,3}/, '') : line);
  if (closing === null || (before === '' && closing[1] !== '')) return false;
  return closing[2]?.startsWith(marks) === true && isBlank(closing[3] ?? '');
}

function mayAct(line: string): boolean {
  return ACTS.test(line);
}

/** Code within a line is sure only while no backtick of the paragraph is left over or escaped. */
function acts(block: readonly string[]): boolean {
  let sure = true;
  return block.some((line) => {
    // Some take it for a fence.
    if (FENCE.test(line)) return true;
    const words = sure && !line.includes('\\`') ? withoutSpans(line) : undefined;
    if (words === undefined) sure &&= !line.includes('`');
    return mayAct(words ?? line);
  });
}

/** The words beside its code; undefined if a run of backticks is left over. In a table no code goes on in the next cell. */
function withoutSpans(line: string): string | undefined {
  const cells = line.split('|').map(besideCode);
  return cells.every((cell) => cell !== undefined) ? cells.join('|') : undefined;
}

function besideCode(cell: string): string | undefined {
  const pieces: string[] = [];
  const runs = [...cell.matchAll(/`+/g)];
  let from = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const open = runs[index];
    const close = runs[index + 1];
    if (open === undefined || close === undefined || close[0].length !== open[0].length) return undefined;
    pieces.push(cell.slice(from, open.index));
    from = close.index + close[0].length;
  }
  return [...pieces, cell.slice(from)].join('`');
}
