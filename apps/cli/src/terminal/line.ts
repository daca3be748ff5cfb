/** A line before it is cut to the window: pieces of text with their looks, and how far in it is. */
import { visible, withoutBlankLines } from '@toolthread/core/text';
import type { Style } from './style.ts';

export interface Span {
  readonly text: string;
  readonly style: Style;
}

export interface Line {
  readonly indent: number;
  /** How much further in the rest is, if the line does not fit. */
  readonly hang: number;
  readonly spans: readonly Span[];
}

/**
 * Foreign text into a line: whatever it holds is shown and nothing of it obeyed ([L7]). Every text that is drawn passes here.
 * `span('a\u001b[2J').text === 'a␛[2J'`
 */
export function span(text: string, style: Style = 'plain'): Span {
  return { text: visible(text).replaceAll('\t', '    ').replaceAll('\n', ' '), style };
}

export function line(spans: readonly Span[], indent = 0, hang = 0): Line {
  return { indent, hang, spans: spans.filter(({ text }) => text !== '') };
}

/** A text of several lines, without the blank ones around it. Each is made when it is asked for: all of a long text would be many times its size. */
export function* textLines(text: string, style: Style = 'plain', indent = 0): Generator<Line, undefined> {
  const trimmed = withoutBlankLines(text);
  if (trimmed === '') return;
  for (let from = 0, to = 0; to !== -1; from = to + 1) {
    to = trimmed.indexOf('\n', from);
    const words = trimmed.slice(from, to === -1 ? undefined : to);
    yield line([span(words, style)], indent, hangOf(words));
  }
}

/** In a list, the rest of a point is below its first word. */
function hangOf(words: string): number {
  return /^\s*(?:[-*+•]|\d{1,3}[.)])\s\s*|^\s*/.exec(words)?.[0].slice(0, 12).length ?? 0;
}

export const BLANK: Line = { indent: 0, hang: 0, spans: [] };
