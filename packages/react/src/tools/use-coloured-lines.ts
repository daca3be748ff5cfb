import { useMemo } from 'react';
import type { CodeSpan } from '../markdown/highlight.ts';
import { useHighlight } from '../markdown/use-highlight.ts';

/** The lines of a text in the colours of its language; undefined until they are there, and if there are none. */
export function useColouredLines(
  text: string | undefined,
  language: string | undefined,
): readonly (readonly CodeSpan[])[] | undefined {
  const spans = useHighlight(language ?? '', text);
  return useMemo(() => spans && linesOf(spans), [spans]);
}

/** What goes on over several lines, such as a comment, is a piece in each of them: `linesOf(['a\nb']) ⇒ [['a'], ['b']]` */
export function linesOf(spans: readonly CodeSpan[]): readonly (readonly CodeSpan[])[] {
  const lines: CodeSpan[][] = [[]];
  for (const span of spans) {
    const pieces =
      typeof span === 'string' ? span.split('\n').map(textOf) : linesOf(span.spans).map(within(span.scope));
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(...piece);
    }
  }
  return lines;
}

function textOf(text: string): readonly CodeSpan[] {
  return text === '' ? [] : [text];
}

function within(scope: string): (spans: readonly CodeSpan[]) => readonly CodeSpan[] {
  return (spans) => (spans.length === 0 ? [] : [{ scope, spans }]);
}
