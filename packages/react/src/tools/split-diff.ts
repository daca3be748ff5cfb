/** One unified diff of many files, cut into one patch for each. */
import { parsedJson, textOf } from '@toolthread/core/json';

/**
 * `splitDiff('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n').get('x') === '@@ -1 +1 @@\n-a\n+b\n'`: hunks by the path they are of. The
 * counts of a hunk say where it ends: a removed line may look like the name of a file.
 */
export function splitDiff(diff: string): ReadonlyMap<string, string> {
  const patches = new Map<string, string>();
  const lines = diff.split('\n');
  let path: string | undefined;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const next = lines[at + 1] ?? '';
    if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      path = pathOf(line.slice(4), next.slice(4));
      at += 2;
      continue;
    }
    const end = path === undefined ? at : endOfHunk(lines, at);
    if (path !== undefined && end > at) {
      patches.set(path, `${patches.get(path) ?? ''}${lines.slice(at, end).join('\n')}\n`);
    }
    at = Math.max(end, at + 1);
  }
  return patches;
}

/** The line after the hunk that begins here; the same line where none does. */
function endOfHunk(lines: readonly string[], start: number): number {
  const counts = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/.exec(lines[start] ?? '');
  if (counts === null) return start;
  let [removed, added] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)];
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const sign = lines[at]?.[0];
    if (sign === '\\') continue;
    if (removed <= 0 && added <= 0) break;
    if (sign === '-') removed -= 1;
    else if (sign === '+') added -= 1;
    else if (sign === ' ') [removed, added] = [removed - 1, added - 1];
    else break;
  }
  return at;
}

/** A removed file has its name on the first line only. */
function pathOf(before: string, after: string): string {
  const name = unquoted(after) === '/dev/null' ? before : after;
  return unquoted(name).replace(/^[ab]\//, '');
}

/** Names with odd characters in them are in quotes. What follows a tab is a time. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.split('\t', 1)[0] ?? '';
  return textOf(parsedJson(name)) ?? name;
}
