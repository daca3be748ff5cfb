import type { DiffData } from '@toolthread/core/events';
import type { StructuredPatchHunk as Hunk } from 'diff';
import { lineDiff } from '../diff/line-diff.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { textValue } from '../tool/tool-value.ts';

/** After this long the difference is given up. */
const TIMEOUT_MS = 500;
const MOST_LINES = 2000;

/** What became of a file, in words for the model and as hunks for the eye. */
export async function diffValue(path: string, before: string | undefined, after: string): Promise<ToolValue> {
  const found = await lineDiff({ before: before ?? '', after, context: 3, ms: TIMEOUT_MS });
  const hunks = found ?? [];
  const shown = firstLines(hunks);
  const added = countLines(hunks, '+');
  const removed = countLines(hunks, '-');
  const whole = found !== undefined && shown.length === hunks.length;
  const structured: DiffData = {
    kind: 'diff',
    path,
    created: before === undefined,
    hunks: shown.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
      old_start: oldStart,
      old_lines: oldLines,
      new_start: newStart,
      new_lines: newLines,
      lines,
    })),
    ...(found === undefined ? {} : { added, removed }),
    ...(whole ? {} : { truncated: true }),
  };
  const verb = before === undefined ? 'Created' : before === after ? 'Unchanged:' : 'Changed';
  const counts = found === undefined ? '' : ` (+${added} -${removed} lines)`;
  return textValue(`${verb} ${path}${counts}.`, structured);
}

/** As many hunks as can be shown; `truncated` says that some are left out. */
function firstLines(hunks: readonly Hunk[]): readonly Hunk[] {
  let room = MOST_LINES;
  const kept: Hunk[] = [];
  for (const hunk of hunks) {
    room -= hunk.lines.length;
    if (room < 0) break;
    kept.push(hunk);
  }
  return kept;
}

function countLines(hunks: readonly Hunk[], sign: string): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
}
