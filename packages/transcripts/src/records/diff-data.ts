import type { DiffData, DiffHunk } from '@toolthread/core/events';

/** A change of a file in the one form that every renderer knows. */
export function diffData(path: string, hunks: readonly DiffHunk[]): DiffData {
  return { kind: 'diff', path, hunks };
}

/** `hunksOf('@@ -1 +1 @@\n-a\n+b')`; what is before the first hunk is its header. */
export function hunksOf(patch: string): readonly DiffHunk[] {
  const hunks: { old_start: number; new_start: number; lines: string[] }[] = [];
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const head = /^@@ -(\d{1,9})(?:,\d\d*)? \+(\d{1,9})(?:,\d\d*)? @@/.exec(line);
    if (head !== null) hunks.push({ old_start: Number(head[1]), new_start: Number(head[2]), lines: [] });
    else hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

/** A file that was created or deleted: every line was added, or removed. */
export function wholeFile(content: string, sign: '+' | '-'): readonly DiffHunk[] {
  const lines = content.replace(/\n$/, '').split('\n');
  return [{ old_start: 1, new_start: 1, lines: lines.map((line) => `${sign}${line}`) }];
}
