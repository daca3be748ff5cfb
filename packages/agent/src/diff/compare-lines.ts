import { structuredPatch } from 'diff';
import type { StructuredPatchHunk } from 'diff';

export interface Comparison {
  readonly before: string;
  readonly after: string;
  /** Lines around each change. */
  readonly context: number;
  /** The longest time: texts that take longer are too different. */
  readonly ms: number;
}

/** Undefined if they are too different. Blocks the calling thread for up to `ms`: `lineDiff` does not. */
export function compareLines({ before, after, context, ms }: Comparison): readonly StructuredPatchHunk[] | undefined {
  if (ms <= 0) return undefined;
  // One of them is empty: there is nothing to compare.
  if (before === '') return allOf(after, '+');
  if (after === '') return allOf(before, '-');
  return structuredPatch('', '', before, after, '', '', { context, timeout: ms })?.hunks;
}

function allOf(text: string, sign: '+' | '-'): readonly StructuredPatchHunk[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  const count = isEnded ? lines.length - 1 : lines.length;
  const marked = lines.slice(0, count).map((line) => sign + line);
  const shown = isEnded ? marked : [...marked, '\\ No newline at end of file'];
  const [oldLines, newLines] = sign === '-' ? [count, 0] : [0, count];
  return [{ oldStart: 1, oldLines, newStart: 1, newLines, lines: shown }];
}
