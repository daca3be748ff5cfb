import { textsIn } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'hunk';
  readonly text: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface DiffRows {
  readonly rows: readonly DiffRow[];
  /** Lines that were not read, and their text. */
  readonly left: number;
  readonly rest: string;
}

/**
 * The first rows of a unified patch with their line numbers. What is no patch line is shown as it is.
 * `diffRows('@@ -1 +1 @@\n-a\n+b', 40)`
 */
export function diffRows(patch: string, most: number): DiffRows {
  const rows: DiffRow[] = [];
  if (patch === '') return { rows, left: 0, rest: '' };
  let before: number | undefined = 1;
  let after: number | undefined = 1;
  let inside = false;
  const last = patch.endsWith('\n') ? patch.length - 1 : patch.length;
  let at = 0;
  while (at <= last && rows.length < most) {
    const found = patch.indexOf('\n', at);
    const end = found === -1 ? last : found;
    const line = patch.slice(at, end);
    at = end + 1;
    const hunk = /^@@ -(\d{1,9})(?:,\d\d*)? \+(\d{1,9})(?:,\d\d*)? @@/.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      inside = true;
      rows.push({ kind: 'hunk', text: line, before: undefined, after: undefined });
    } else if (/^@@(?: |$)/.test(line)) {
      // A hunk that does not say where it is: its lines have no numbers. Alone, the head says nothing.
      [before, after] = [undefined, undefined];
      inside = true;
      if (rows.length > 0 || line.length > 2) rows.push({ kind: 'hunk', text: line, before, after });
    } else if (!inside || line.startsWith('\\')) {
      rows.push({ kind: 'hunk', text: line, before: undefined, after: undefined });
    } else if (line.startsWith('+')) {
      rows.push({ kind: 'added', text: line.slice(1), before: undefined, after });
      after = next(after);
    } else if (line.startsWith('-')) {
      rows.push({ kind: 'removed', text: line.slice(1), before, after: undefined });
      before = next(before);
    } else {
      rows.push({ kind: 'same', text: line.slice(1), before, after });
      before = next(before);
      after = next(after);
    }
  }
  return { rows, left: linesFrom(patch, at, last), rest: patch.slice(at, last) };
}

function next(line: number | undefined): number | undefined {
  return line === undefined ? undefined : line + 1;
}

/** The first lines of a file with their numbers: `fileRows('a\nb', 40)` */
export function fileRows(text: string, most: number): DiffRows {
  const rows: DiffRow[] = [];
  const last = text.endsWith('\n') ? text.length - 1 : text.length;
  let at = 0;
  while (at <= last && rows.length < most) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? last : found;
    rows.push({ kind: 'same', text: text.slice(at, end), before: undefined, after: rows.length + 1 });
    at = end + 1;
  }
  return { rows, left: linesFrom(text, at, last), rest: text.slice(at, last) };
}

function linesFrom(patch: string, start: number, last: number): number {
  let lines = 0;
  for (let at = start; at <= last; lines += 1) {
    const end = patch.indexOf('\n', at);
    at = end === -1 ? patch.length + 1 : end + 1;
  }
  return lines;
}

/** Hunks as data, `[{ old_start, new_start, lines }]`, as the text of a patch; undefined if they are nothing of the kind. */
export function hunksPatch(hunks: Json): string | undefined {
  if (!Array.isArray(hunks)) return undefined;
  const texts: string[] = [];
  for (const hunk of hunks) {
    if (typeof hunk !== 'object' || hunk === null) return undefined;
    const members = new Map(Object.entries(hunk));
    const [before, after, lines] = [members.get('old_start'), members.get('new_start'), members.get('lines')];
    if (typeof before !== 'number' || typeof after !== 'number' || !Array.isArray(lines)) return undefined;
    const patch = textsIn(lines);
    texts.push([`@@ -${before},${count(patch, '+')} +${after},${count(patch, '-')} @@`, ...patch].join('\n'));
  }
  return texts.join('\n');
}

/** How many lines one side of a hunk has: all but those of the other side, and notes such as `\ No newline`. */
function count(lines: readonly string[], others: '+' | '-'): number {
  return lines.filter((line) => !line.startsWith(others) && !line.startsWith('\\')).length;
}
