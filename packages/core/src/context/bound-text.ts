import { isFirstHalf } from '../ledger/json/is-first-half.ts';

/** The most lines that a model gets to see of a result. */
export const MOST_LINES = 2000;
/** The most bytes that a model gets to see of a result. */
export const MOST_BYTES: number = 50 * 1024;

/** A text that was cut, and how long the whole was. */
export interface BoundText {
  readonly text: string;
  /** Set where something was cut: of the whole. */
  readonly cut: { readonly lines: number; readonly bytes: number } | undefined;
}

/**
 * What the model gets to see of a long text, and how long the whole was: 2,000 lines or 50 KB.
 *
 * @example
 * boundText('a\n'.repeat(3000), 'tail').cut?.lines; //=> 3000
 */
export function boundText(text: string, keeps: 'head' | 'tail'): BoundText {
  const lines = countLines(text);
  const bytes = countBytes(text);
  if (lines <= MOST_LINES && bytes <= MOST_BYTES) return { text, cut: undefined };
  return { text: keeps === 'head' ? headOf(text) : tailOf(text), cut: { lines, bytes } };
}

/** A result cut once, when it is added; where something is missing it says so. `boundResult(output)` */
export function boundResult(text: string): string {
  const { text: kept, cut } = boundText(text, 'head');
  if (cut === undefined) return text;
  const note = `[Cut: only the beginning is shown, of ${cut.bytes} bytes and ${cut.lines} lines.]`;
  return kept.endsWith('\n') ? kept + note : `${kept}\n${note}`;
}

/** As UTF-8. */
function countBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at) ?? 0;
    bytes += sizeOf(point);
    at += point > 0xffff ? 2 : 1;
  }
  return bytes;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}

function headOf(text: string): string {
  let bytes = 0;
  let lines = 0;
  let at = 0;
  let lineEnd = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    bytes += sizeOf(point);
    if (bytes > MOST_BYTES) break;
    at += point > 0xffff ? 2 : 1;
    if (point !== 0x0a) continue;
    lineEnd = at;
    lines += 1;
    if (lines === MOST_LINES) break;
  }
  return text.slice(0, wholeLines(lineEnd, at));
}

function tailOf(text: string): string {
  let bytes = 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  let at = text.length;
  let lineStart = text.length;
  while (at > 0) {
    const pair = isLow(text.charCodeAt(at - 1)) && at > 1 && isFirstHalf(text.charCodeAt(at - 2));
    const start = at - (pair ? 2 : 1);
    const point = text.codePointAt(start) ?? 0;
    if (point === 0x0a) {
      lineStart = at;
      lines += 1;
      if (lines > MOST_LINES) break;
    }
    bytes += sizeOf(point);
    if (bytes > MOST_BYTES) break;
    at = start;
  }
  const kept = wholeLines(text.length - lineStart, text.length - at);
  return text.slice(text.length - kept);
}

/** Whole lines, unless one line is so long that they would be next to nothing. */
function wholeLines(upToLine: number, upToLimit: number): number {
  return upToLine * 2 > upToLimit ? upToLine : upToLimit;
}

function sizeOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
