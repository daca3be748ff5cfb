/** An answer's Markdown as lines: its words as they are, with headings strong and code set apart. */
import { type CodeFence, fenceCloses, fenceOpened } from '@toolthread/core/text';
import { line, span, textLines } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';

export function* markdownLines(markdown: string): Iterable<Line> {
  let fence: CodeFence | undefined;
  for (const row of textLines(markdown)) {
    const words = row.spans.map(({ text }) => text).join('');
    if (fence !== undefined) {
      if (fenceCloses(fence, words)) fence = undefined;
      yield line([span(words, 'accent')], 0, row.hang);
      continue;
    }
    fence = fenceOpened(words);
    if (fence !== undefined) yield line([span(words, 'accent')]);
    else yield /^#{1,6} /.test(words) ? line([span(words, 'strong')]) : row;
  }
}
