import { endOfLine } from '@toolthread/core/text';
import { codeBlock } from './code-span.ts';
import { mayAct } from './may-act.ts';

/** What may be before a fence that is in a list or a quote, the fence, and the name of its language. */
const FENCE = /^([\s>*+\-\d.)]*)(`{3}`*|~{3}~*)(.*)$/;

/** A piece of Markdown: blank lines, code in a fence, or what is between these. */
export type MarkdownBlock =
  | { readonly kind: 'blank' | 'paragraph'; readonly text: string }
  | { readonly kind: 'fenced'; readonly text: string; readonly fence: Fence };

interface Fence {
  /** Readers disagree on what belongs to a list or a quote; at the very beginning of its line a fence opens code for everyone. */
  readonly before: string;
  readonly marks: string;
  readonly language: string;
}

/** `[...markdownBlocks('a\n\nb')].map(({ kind }) => kind)` is `['paragraph', 'blank', 'paragraph']`. */
export function* markdownBlocks(markdown: string): Iterable<MarkdownBlock> {
  for (let at = 0; at <= markdown.length;) {
    const first = markdown.slice(at, endOfLine(markdown, at));
    const fence = openedBy(first);
    const end = endOfBlock(markdown, at, first, fence);
    const text = markdown.slice(at, end);
    if (fence !== undefined) yield { kind: 'fenced', text, fence };
    else yield { kind: isBlank(first) ? 'blank' : 'paragraph', text };
    at = end + 1;
  }
}

/** One after the other: all lines of a long text at once would be many times its size. */
export function* linesIn(text: string): Iterable<string> {
  for (let at = 0; at <= text.length;) {
    const end = endOfLine(text, at);
    yield text.slice(at, end);
    at = end + 1;
  }
}

/** Readers disagree on tabs and spaces around a fence, and on what closes it: ours begins its line, and is longer than any inside. */
export function inertFence({ fence, text }: Extract<MarkdownBlock, { kind: 'fenced' }>): string {
  if (fence.before !== '' && isTidy(fence, text.split('\n'))) return text;
  // What is before or behind its marks is not lost.
  if (fence.before.trim() !== '' || mayAct(fence.language)) return codeBlock(text);
  const last = text.lastIndexOf('\n');
  const isClosed = last !== -1 && closes(fence, text.slice(last + 1));
  const inside = text.slice(endOfLine(text, 0) + 1, isClosed ? last : undefined);
  return codeBlock(inside, fence.language.trim());
}

/** Some readers take it for the beginning of a fence. */
export function isLikeFence(line: string): boolean {
  return FENCE.test(line);
}

/** Whoever takes the first line for a fence takes the last one for its end, and whoever does not takes neither. */
function isTidy({ before, marks }: Fence, block: readonly string[]): boolean {
  if (block.some(mayAct)) return false;
  const indent = ' '.repeat(before.length);
  const [, ...inside] = block;
  const last = inside.pop();
  const isInside = (line: string): boolean => isBlank(line) || (line.startsWith(indent) && !isLikeFence(line));
  return /^ *(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?$/.test(before) && last === indent + marks && inside.every(isInside);
}

/** Where its last line ends. */
function endOfBlock(text: string, from: number, first: string, fence: Fence | undefined): number {
  const isOver = (line: string): boolean =>
    fence === undefined ? isBlank(line) !== isBlank(first) || openedBy(line) !== undefined : closes(fence, line);
  let end = endOfLine(text, from);
  while (end < text.length) {
    const next = endOfLine(text, end + 1);
    if (isOver(text.slice(end + 1, next))) return fence === undefined ? end : next;
    end = next;
  }
  return end;
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
