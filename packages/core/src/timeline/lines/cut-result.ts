/** Cuts are made between code points and counted in them: no cut leaves half a character behind. */
import { countOf, formatSize } from '../../text/format-size.ts';

/** The most of a result that is shown in place; its marker stands outside of it. */
export const MAX_TOOL_RESULT_DISPLAY_CHARS = 500;

/** Where the first `limit` code points end, or undefined if there are no more than those: `endOf('😀a', 1) === 2`. */
export function endOf(text: string, limit: number): number | undefined {
  if (text.length <= limit) return undefined;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? end : undefined;
}

/**
 * At most `limit` code points, the mark of the cut included.
 *
 * @example
 * ellipsis('abcd', 3); //=> 'ab…'
 */
export function ellipsis(text: string, limit: number): string {
  if (endOf(text, limit) === undefined) return text;
  return `${text.slice(0, endOf(text, limit - 1))}…`;
}

/** Newlines tell a call from its result, so that a call is one line. */
export function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n]/g, ' ');
}

export interface ShownResult {
  readonly text: string;
  /** `... (12 more lines)` where the cut falls at a line's end, else `… (truncated, 2.3KB)`; undefined if nothing was cut. */
  readonly marker: string | undefined;
  readonly cut: 'none' | 'line' | 'inside';
}

/** `cutResult('x'.repeat(600)).marker === '… (truncated, 600B)'`; `fullSize` where the record itself was cut before. */
export function cutResult(text: string, fullSize?: number): ShownResult {
  const end = endOf(text, MAX_TOOL_RESULT_DISPLAY_CHARS);
  if (end === undefined) return { text, marker: undefined, cut: 'none' };
  const lineEnd = lineEndAt(text, end);
  const more = lineEnd === undefined ? 0 : linesFrom(text, lineEnd.next);
  if (lineEnd !== undefined && more > 0) {
    return { text: text.slice(0, lineEnd.end), marker: `... (${countOf(more, 'more line')})`, cut: 'line' };
  }
  const marker = `… (truncated, ${formatSize(fullSize ?? utf8Size(text))})`;
  return { text: text.slice(0, end), marker, cut: 'inside' };
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
  let lines = 0;
  for (let at = start; at < text.length; lines += 1) {
    const newline = text.indexOf('\n', at);
    at = newline === -1 ? text.length : newline + 1;
  }
  return lines;
}

/** Bytes in UTF-8; a lone surrogate counts as the replacement character it becomes. */
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
