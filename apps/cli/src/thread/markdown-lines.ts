/** An answer's Markdown as lines: its words as they are, with headings strong and code set apart. */
import { line, span, textLines } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';

const FENCE = /^\s*(`{3}`*|~{3}~*)/;

export function markdownLines(markdown: string): Iterable<Line> {
  let fence: string | undefined;
  return textLines(markdown).map((row) => {
    const words = row.spans.map(({ text }) => text).join('');
    const mark = FENCE.exec(words)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      return line([span(words, 'accent')], 0, row.hang);
    }
    if (mark !== undefined) {
      fence = mark;
      return line([span(words, 'accent')]);
    }
    return /^#{1,6} /.test(words) ? line([span(words, 'strong')]) : row;
  });
}
