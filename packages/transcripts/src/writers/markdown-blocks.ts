import { codeBlock } from './code-span.ts';
import { mayAct } from './may-act.ts';

/** What may be before a fence that is in a list or a quote, the fence, and the name of its language. */
const FENCE = /^([\s>*+\-\d.)]*)(`{3}`*|~{3}~*)(.*)$/;

/** A piece of Markdown: blank lines, code in a fence, or what is between these. */
export type MarkdownBlock =
  | { readonly kind: 'blank' | 'paragraph'; readonly lines: readonly string[] }
  | { readonly kind: 'fenced'; readonly lines: readonly string[]; readonly fence: Fence };

interface Fence {
  /** Readers disagree on what belongs to a list or a quote; at the very beginning of its line a fence opens code for everyone. */
  readonly before: string;
  readonly marks: string;
  readonly language: string;
}

/** `[...markdownBlocks('a\n\nb')].map(({ kind }) => kind)` is `['paragraph', 'blank', 'paragraph']`. */
export function* markdownBlocks(markdown: string): Iterable<MarkdownBlock> {
  const all = markdown.split('\n');
  for (let at = 0; at < all.length;) {
    const end = endOfBlock(all, at);
    const lines = all.slice(at, end);
    const [first = ''] = lines;
    const fence = openedBy(first);
    if (fence !== undefined) yield { kind: 'fenced', lines, fence };
    else yield { kind: isBlank(first) ? 'blank' : 'paragraph', lines };
    at = end;
  }
}

/** Readers disagree on tabs and spaces around a fence, and on what closes it: ours begins its line, and is longer than any inside. */
export function inertFence({ fence, lines }: Extract<MarkdownBlock, { kind: 'fenced' }>): string {
  if (fence.before !== '' && !lines.some(mayAct) && isTidy(fence, lines)) return lines.join('\n');
  // What is before or behind its marks is not lost.
  if (fence.before.trim() !== '' || mayAct(fence.language)) return codeBlock(lines.join('\n'));
  const isClosed = lines.length > 1 && closes(fence, lines.at(-1) ?? '');
  const inside = lines.slice(1, isClosed ? -1 : undefined);
  return codeBlock(inside.join('\n'), fence.language.trim());
}

/** Some readers take it for the beginning of a fence. */
export function isLikeFence(line: string): boolean {
  return FENCE.test(line);
}

/** Whoever takes the first line for a fence takes the last one for its end, and whoever does not takes neither. */
function isTidy({ before, marks }: Fence, block: readonly string[]): boolean {
  const indent = ' '.repeat(before.length);
  const [, ...inside] = block;
  const last = inside.pop();
  const isInside = (line: string): boolean => isBlank(line) || (line.startsWith(indent) && !isLikeFence(line));
  return /^ *(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/.test(before) && last === indent + marks && inside.every(isInside);
}

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
