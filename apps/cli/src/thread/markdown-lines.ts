/** An answer's Markdown as lines: its words as they are, with headings strong and code set apart. */
import { line, span, textLines } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';

const FENCE = /^\s*(`{3}`*|~{3}~*)/;

export function* markdownLines(markdown: string): Iterable<Line> {
  let fence: string | undefined;
  for (const row of textLines(markdown)) {
    const words = row.spans.map(({ text }) => text).join('');
    const mark = FENCE.exec(words)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      yield line([span(words, 'accent')], 0, row.hang);
    } else if (mark !== undefined) {
      fence = mark;
      yield line([span(words, 'accent')]);
    } else yield /^#{1,6} /.test(words) ? line([span(words, 'strong')]) : row;
  }
}
