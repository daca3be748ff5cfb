import { english } from '../../text/language/english.ts';
import { withNewlines } from '../../text/line-ends/with-newlines.ts';
import { foldResult, LINE_BREAK, moreLines } from './cut-result.ts';
import { resultLines } from './result-text.ts';
import type { ResultLines, ResultOptions } from './result-text.ts';

/** A result that was cut when it was written into a text, and what its marker says of the rest. */
export interface WrittenCut {
  readonly text: string;
  readonly marker: string;
  /** How many lines it had, where the marker counts them. */
  readonly lines: number | undefined;
  /** How large it was, where the marker says so beside the lines. */
  readonly size: string | undefined;
}

/** No marker is longer. */
const MARKER_CHARS = 60;

/** `writtenCut('a\n... (2 more lines)')?.lines === 3`; undefined if the text does not end with a marker. */
export function writtenCut(text: string): WrittenCut | undefined {
  const end = text.slice(-MARKER_CHARS);
  const found =
    /\n(\.\.\. \((\d[\d,]{0,15}) more lines?(?:, ([\d.,]{1,9}[KMGT]?B) in all)?\))$|(… \(truncated, [\d.,]{1,15}[KMGT]?B\))$/.exec(
      end,
    );
  if (found === null) return undefined;
  const [whole, counted, more, size, sized = ''] = found;
  const shown = text.slice(0, text.length - whole.length);
  const lines = more === undefined ? undefined : linesIn(shown) + Number(more.replaceAll(',', ''));
  return { text: shown, marker: counted ?? sized, lines, size };
}

/** `linesIn('a\nb') === 2` */
export function linesIn(text: string): number {
  return text.split(LINE_BREAK).length;
}

/**
 * Where a result of a stored text is, as `resultLines` lays it out. If it was cut when it was written, its marker says how large it
 * was, or how many lines it had.
 *
 * @example
 * storedResultLines('a\nb\nc\nd\n... (6 more lines)').marker; //=> '... (7 more lines)'
 */
export function storedResultLines(
  text: string,
  { whole = false, language = english }: Pick<ResultOptions, 'whole' | 'language'> = {},
): ResultLines {
  const cut = writtenCut(text);
  if (cut === undefined) return resultLines(text, { whole, language });
  const shown = whole ? cut.text : foldResult(cut.text).text;
  const below = withNewlines(shown);
  const isAll = shown === cut.text || cut.lines === undefined;
  return { below, marker: isAll ? cut.marker : moreLines(cut.lines - linesIn(below), cut.size, language) };
}
