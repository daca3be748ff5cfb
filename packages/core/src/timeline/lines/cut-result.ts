import { endOf } from '../../text/ellipsis.ts';
import { english } from '../../text/language/english.ts';
import { formatSize } from '../../text/amounts/format-size.ts';
import type { Language } from '../../text/language/language.ts';

/** The most of a result that is shown in place; its marker is outside of it. */
export const MAX_TOOL_RESULT_DISPLAY_CHARS = 500;

/** Where a line ends, whoever wrote it. */
export const LINE_BREAK: RegExp = /\r\n|[\r\n]/;

/** Newlines tell a call from its result, so that a call is one line. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(LINE_BREAK, 'g'), ' ');
}

export interface ShownResult {
  readonly text: string;
  /**
   * `... (12 more lines)` where the cut falls at a line's end, with the size where there are more than 500 characters; else
   * `… (truncated, 2.3KB)`; undefined if nothing was cut.
   */
  readonly marker: string | undefined;
  readonly cut: 'none' | 'line' | 'inside';
  /** Its last lines, after the marker: of a failure. */
  readonly tail?: string;
}

/** `cutResult('x'.repeat(600)).marker === '… (truncated, 600B)'`; `fullSize` where the record itself was cut before. */
export function cutResult(text: string, fullSize?: number, language: Language = english): ShownResult {
  const limit = endOf(text, MAX_TOOL_RESULT_DISPLAY_CHARS);
  if (limit === undefined) return { text, marker: undefined, cut: 'none' };
  const end = lineEndAt(text, limit);
  const more = end === undefined ? 0 : linesFrom(text, end.next);
  const size = formatSize(fullSize ?? utf8Size(text), language);
  if (end !== undefined && more > 0)
    return { text: text.slice(0, end.end), marker: moreLines(more, size, language), cut: 'line' };
  const marker = language.say('… (truncated, {size})', { size });
  return { text: text.slice(0, limit), marker, cut: 'inside' };
}

/** What a closed entry shows of a result: its first lines, and how many more there are; where these are too long, as `cutResult`. */
export function foldResult(text: string, fullSize?: number, language: Language = english): ShownResult {
  const end = lineEnd(text, FOLDED_LINES);
  const more = end === undefined ? 0 : linesFrom(text, end.next);
  if (end === undefined || more === 0 || endOf(text.slice(0, end.end), MAX_TOOL_RESULT_DISPLAY_CHARS) !== undefined) {
    return cutResult(text, fullSize, language);
  }
  const isLong = endOf(text, MAX_TOOL_RESULT_DISPLAY_CHARS) !== undefined;
  const size = isLong ? formatSize(fullSize ?? utf8Size(text), language) : undefined;
  return { text: text.slice(0, end.end), marker: moreLines(more, size, language), cut: 'line' };
}

const FOLDED_LINES = 3;

/** What a closed entry shows of a failure: how it began, how many lines there are between, and how it ended, which mostly says why. */
export function foldFailure(text: string, fullSize?: number, language: Language = english): ShownResult {
  const head = lineEnd(text, FIRST_OF_FAILURE);
  const from = lastLines(text, LAST_OF_FAILURE);
  const shown = text.slice(0, head?.end ?? 0);
  if (head === undefined || from === undefined || endOf(shown, MAX_TOOL_RESULT_DISPLAY_CHARS) !== undefined)
    return foldResult(text, fullSize, language);
  const between = linesFrom(text.slice(0, from), head.next);
  // A single line takes no more room than the mark that would replace it.
  if (between < 2) return { text, marker: undefined, cut: 'none' };
  const isLong = endOf(text, MAX_TOOL_RESULT_DISPLAY_CHARS) !== undefined;
  const size = isLong ? formatSize(fullSize ?? utf8Size(text), language) : undefined;
  return { text: shown, marker: moreLines(between, size, language), cut: 'line', tail: text.slice(from) };
}

const FIRST_OF_FAILURE = 2;
const LAST_OF_FAILURE = 3;

/** Where the last lines begin: as many as asked for, and as fit. Undefined if not even one fits. */
function lastLines(text: string, count: number): number | undefined {
  let from: number | undefined;
  for (let line = 0, end = text.length; line < count; line += 1) {
    const at = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1));
    if (at < 0 || text.length - at > MAX_TOOL_RESULT_DISPLAY_CHARS) break;
    from = at + 1;
    end = text[at] === '\n' && text[at - 1] === '\r' ? at - 1 : at;
  }
  return from;
}

/** `moreLines(12, '2.3KB') === '... (12 more lines, 2.3KB in all)'`; the size where the text has more than 500 characters. */
export function moreLines(count: number, size: string | undefined, language: Language = english): string {
  const lines = language.count(count, 'more line');
  return size === undefined ? `... (${lines})` : language.say('... ({lines}, {size} in all)', { lines, size });
}

/** The end of the line with that number, from 1; undefined if the text ends before it, or with it. */
function lineEnd(text: string, number: number): { end: number; next: number } | undefined {
  const lineBreak = new RegExp(LINE_BREAK, 'g');
  for (let line = 1; ; line += 1) {
    const found = lineBreak.exec(text);
    if (found === null) return undefined;
    if (line === number) return { end: found.index, next: lineBreak.lastIndex };
  }
}

/** The line that a cut at `end` completes: where its words end, and where the next line begins. */
function lineEndAt(text: string, end: number): { end: number; next: number } | undefined {
  if (text[end - 1] === '\n') return { end: text[end - 2] === '\r' ? end - 2 : end - 1, next: end };
  if (text[end] === '\n') return { end: text[end - 1] === '\r' ? end - 1 : end, next: end + 1 };
  if (text[end] === '\r' && text[end + 1] === '\n') return { end, next: end + 2 };
  return undefined;
}

/** A last newline ends its line and begins none. */
function linesFrom(text: string, start: number): number {
  const lineBreak = new RegExp(LINE_BREAK, 'g');
  lineBreak.lastIndex = start;
  let lines = 0;
  for (let at = start; at < text.length; lines += 1) {
    at = lineBreak.exec(text) === null ? text.length : lineBreak.lastIndex;
  }
  return lines;
}

/**
 * Bytes in UTF-8; a lone surrogate counts as the replacement character it becomes. Nothing is copied, however long the text is.
 *
 * @example
 * utf8Size('é'); //=> 2
 */
export function utf8Size(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // A pair is two units and four bytes: its high half has now counted three, its low half counts one as it is.
    if (code < 0xdc00 && code >= 0xd800 && isLow(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
